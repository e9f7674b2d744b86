"""Adding documents: uploads, samples, and what became of each file."""

from components.intake.intake import intake

__all__ = ["intake"]
