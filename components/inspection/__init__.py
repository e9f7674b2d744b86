"""What the Inspector found out about a document, and what was decided from it."""

from components.inspection.report import inspection_report

__all__ = ["inspection_report"]
