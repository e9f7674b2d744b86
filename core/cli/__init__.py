"""The command line: the jobs of the app without the app."""

from core.cli.program import main

__all__ = ["main"]
