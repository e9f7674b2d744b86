"""Readers that judge a claim beside its lines once more, by name, loaded on demand."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from core import plugins

if TYPE_CHECKING:
    from core.llm.model import LanguageModel
    from core.verification.second_reader.base import SecondReader

BY_MODEL, BY_ENTAILMENT = "model", "nli"
"""The language model itself, and an entailment model that is named behind a colon."""
_READERS = {
    BY_MODEL: "core.verification.second_reader.language_model:LanguageModelReader",
    BY_ENTAILMENT: "core.verification.second_reader.entailment_model:EntailmentReader",
}


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
    return _loaded(variant) if kind == BY_ENTAILMENT else plugins.load(_READERS, kind)(model)


@lru_cache(maxsize=1)
def _loaded(variant: str) -> SecondReader:
    """The entailment model of that name, loaded once."""
    return plugins.load(_READERS, BY_ENTAILMENT)(variant)
