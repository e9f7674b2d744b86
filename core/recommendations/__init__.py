"""What stands beside a quote: its number, strength, population, table, path, date and version.

All of it is words of the document with their own place; what it does not state is said to be
missing, never guessed.
"""

from core.recommendations.cards import EvidenceCards, evidence_card, recommendations
from core.recommendations.document_dates import DocumentDates, StatedDate, document_dates

__all__ = [
    "DocumentDates",
    "EvidenceCards",
    "StatedDate",
    "document_dates",
    "evidence_card",
    "recommendations",
]
