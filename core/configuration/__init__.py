"""How documents are read, cut, searched and answered from: one value with all its forms."""

from core.configuration.base import Configuration
from core.configuration.options import AnswerOptions, RetrievalOptions

__all__ = ["AnswerOptions", "Configuration", "RetrievalOptions"]
