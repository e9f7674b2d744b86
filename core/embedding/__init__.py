"""Embedding models by name, loaded on demand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core import plugins

if TYPE_CHECKING:
    from core.embedding.base import Encoder

DEFAULT = "all-MiniLM-L6-v2"

ENCODERS = {
    DEFAULT: "core.embedding.minilm:MiniLmEncoder",
    "hashing": "core.embedding.hashing:HashingEncoder",
}
_FROM_HUB = {
    "sentence-transformers": "core.embedding.sentence_transformer:SentenceTransformerEncoder"
}


def open_encoder(name: str = DEFAULT) -> Encoder:
    """The embedding model of that name, loaded.

    `name` is a row of `ENCODERS`, or "sentence-transformers:" and the name of any model that
    sentence-transformers can load.

    Raises:
        InvalidOption: there is no such name.
        SetupError: the model or a package it needs is missing or damaged.
    """
    kind, _, model = name.partition(":")
    if model and kind in _FROM_HUB:
        return plugins.load(_FROM_HUB, kind)(model)
    return plugins.load(ENCODERS, name)()
