"""How documents are read, cut, searched and answered from: one value with all its forms."""

from core.configuration.base import Configuration
from core.configuration.options import AnswerOptions, RetrievalOptions
from core.refining.options import RefiningOptions

__all__ = ["AnswerOptions", "Configuration", "RefiningOptions", "RetrievalOptions"]
