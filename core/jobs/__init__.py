"""Work on files that cannot be trusted, in a process of its own with limits."""

from core.jobs.job import Job, JobRunner, Limits, run_isolated
from core.jobs.pool import Lost, divide

__all__ = ["Job", "JobRunner", "Limits", "Lost", "divide", "run_isolated"]
