"""Embedding models by name, loaded on demand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core import plugins

if TYPE_CHECKING:
    from core.embedding.base import Encoder
    from core.llm.model import LanguageModel

DEFAULT = "bge-small-en-v1.5"
MEANING = "all-MiniLM-L6-v2"
"""Compares two sentences, of which neither is a question."""
MULTILINGUAL = "use-multilingual-3"

ENCODERS = {
    DEFAULT: "core.embedding.bge_small:open_bge_small",
    MEANING: "core.embedding.minilm:MiniLmEncoder",
    MULTILINGUAL: "core.embedding.multilingual:open_multilingual",
    "hashing": "core.embedding.hashing:HashingEncoder",
}
SWITCHABLE = (MEANING,)
"""Encoders that other backends run to the same vectors; the quantised ones depend on theirs."""
_FROM_HUB = {
    "sentence-transformers": "core.embedding.sentence_transformer:SentenceTransformerEncoder"
}

_FROM_SERVICE = {
    "gemini": "core.embedding.service:ServiceEncoder",
    "openai": "core.embedding.service:ServiceEncoder",
}


def open_encoder(name: str = DEFAULT, model: LanguageModel | None = None) -> Encoder:
    """The embedding model of that name, loaded.

    `name` is a row of `ENCODERS`, "sentence-transformers:" and the name of any model that
    sentence-transformers can load, or "gemini:" or "openai:" and that of an embedding model of the
    service behind `model`.

    Raises:
        InvalidOption: there is no such name.
        KeyRefused: the model runs on a service, and there is no key for it.
        SetupError: the model or a package it needs is missing or damaged.
    """
    kind, _, variant = name.partition(":")
    if variant and kind in _FROM_HUB:
        return plugins.load(_FROM_HUB, kind)(variant)
    if variant and kind in _FROM_SERVICE:
        return plugins.load(_FROM_SERVICE, kind)(kind, variant, model)
    return plugins.load(ENCODERS, name)()


def is_at_service(name: str) -> bool:
    """Whether the embedding model of that name is asked over the network, for money."""
    return name.partition(":")[0] in _FROM_SERVICE
