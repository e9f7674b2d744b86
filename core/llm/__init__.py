"""Language models by name, loaded on demand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core import plugins
from core.llm.cache import ReplyCache
from core.llm.ledger import Ledger
from core.llm.model import LanguageModel
from core.llm.rate_limit import RateLimit
from core.service_addresses import address_problem

if TYPE_CHECKING:
    from core.settings import Settings

TRANSPORTS = {
    "gemini": "core.llm.gemini:GeminiTransport",
    "openai": "core.llm.openai:OpenAiTransport",
}


def open_model(settings: Settings) -> LanguageModel | None:
    """The language model of the settings; None where there is none. Nothing is sent yet.

    A key is not given to a service that it would reach in the clear.
    """
    chosen = settings.language_model
    if chosen is None:
        return None
    in_the_clear = bool(chosen.address and address_problem(chosen.address))
    key = "" if in_the_clear else settings.model_key(chosen.service)
    transport = plugins.load(TRANSPORTS, chosen.service)(chosen.name, key, chosen.address or None)
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
        here=chosen.is_here,
    )
