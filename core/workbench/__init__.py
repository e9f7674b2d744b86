"""From file to answer: the stages in their order, each result cached under document and options.

The app and the command line talk to the `Workbench` only. It may be shared between threads.
"""

from core.workbench.workbench import Workbench

__all__ = ["Workbench"]
