"""Work on files that cannot be trusted, in a process of its own with limits."""

from core.isolation.crew import Lost, divide
from core.isolation.parent import Job, Limits, TimeSpent, run_isolated

__all__ = ["Job", "Limits", "Lost", "TimeSpent", "divide", "run_isolated"]
