"""Work on files that cannot be trusted, in a process of its own with limits."""

from core.isolation.crew import LATE, Lost, divide
from core.isolation.parent import Job, Limits, run_isolated

__all__ = ["LATE", "Job", "Limits", "Lost", "divide", "run_isolated"]
