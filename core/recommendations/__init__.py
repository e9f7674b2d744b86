"""What stands beside a quote; its values and their rules stand in `base`."""

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
