"""Readers that judge a claim beside its lines once more, by name, loaded on demand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core import plugins
from core.lru_cache import LruCache

if TYPE_CHECKING:
    from core.llm.model import LanguageModel
    from core.verification.second_reader.base import SecondReader

BY_MODEL, BY_ENTAILMENT = "model", "nli"
"""The language model itself, and an entailment model that is named behind a colon."""
_READERS = {
    BY_MODEL: "core.verification.second_reader.language_model:LanguageModelReader",
    BY_ENTAILMENT: "core.verification.second_reader.entailment_model:EntailmentReader",
}


_LOADED: LruCache[SecondReader] = LruCache(1)
"""The entailment model that was named last."""


def open_second_reader(name: str, model: LanguageModel | None) -> SecondReader | None:
    """The reader that `Settings.second_reader` names; None where it is empty.

    `model` is the language model, which reads if it is named.

    Raises:
        InvalidOption: there is no such name.
        SetupError: the entailment model is not on this machine, or is none.
    """
    kind, _, variant = name.partition(":")
    if not kind:
        return None
    if kind == BY_ENTAILMENT:
        return _LOADED.get(variant, lambda: plugins.load(_READERS, kind)(variant))
    return plugins.load(_READERS, kind)(model)
