"""Work on files that cannot be trusted, in a process of its own with limits."""

from core.jobs.pool import Lost, divide
from core.jobs.process import Job, Limits, TimeSpent, run_isolated

__all__ = ["Job", "Limits", "Lost", "TimeSpent", "divide", "run_isolated"]
