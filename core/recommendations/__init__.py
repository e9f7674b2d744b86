"""What stands beside a quote: its number, strength, population, table, path, date and version.

All of it is words of the document with their own place; what it does not state is said to be
missing, never guessed.
"""

from core.recommendations.document_dates import DocumentDates, StatedDate, document_dates
from core.recommendations.recommendations import recommendations

__all__ = ["DocumentDates", "StatedDate", "document_dates", "recommendations"]
