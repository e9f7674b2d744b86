"""Adding documents: uploads, samples, and what became of each file."""

from components.intake.outcomes import outcomes
from components.intake.samples import samples
from components.intake.uploads import uploads

__all__ = ["outcomes", "samples", "uploads"]
