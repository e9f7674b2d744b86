"""Language models by name, loaded on demand; without a key there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core import plugins
from core.llm.cache import ReplyCache
from core.llm.ledger import Ledger
from core.llm.model import LanguageModel
from core.llm.rate_limit import RateLimit

if TYPE_CHECKING:
    from core.settings import Settings

TRANSPORTS = {"gemini": "core.llm.gemini:GeminiTransport"}


def open_model(settings: Settings) -> LanguageModel | None:
    """The language model of the settings; None without a key. Nothing is sent yet."""
    key = settings.gemini_api_key
    if key is None or not key.get_secret_value():
        return None
    transport = plugins.load(TRANSPORTS, "gemini")(
        settings.gemini_model, key.get_secret_value(), settings.gemini_base_url
    )
    return LanguageModel(
        transport,
        ledger=Ledger(settings.home),
        cache=ReplyCache(settings.home),
        rate_limit=RateLimit(
            settings.model_requests_per_minute,
            settings.model_tokens_per_minute,
            settings.model_calls_at_once,
        ),
        seconds=settings.model_seconds,
    )
