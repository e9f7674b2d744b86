"""What a setting is called, and its options under the symbols of the field."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.chunking import chunker
from core.embedding import DEFAULT
from core.evaluation.setting import ANSWERED_AS_USUAL

if TYPE_CHECKING:
    from core.evaluation.setting import Setting


def symbol_values(setting: Setting) -> dict[str, float]:
    """The options of the strategy by symbol (N, O, Q, M, B_h), by name where they have none."""
    options = setting.recipe.options
    fields = chunker(setting.recipe.strategy).options.model_fields
    values = options.model_dump()
    return {_symbol(name, field.title or ""): values[name] for name, field in fields.items()}


def in_words(setting: Setting) -> str:
    """A setting on one line, as in `hierarchical, N 128, B_h 0.4, k 5`.

    Parser, embedding model, neighbourhood, weight, gap, reading and what answers are shown by are
    named where they are not those that the app starts with.
    """
    recipe, search = setting.recipe, setting.recipe.retrieval
    said = [setting.parser, recipe.strategy] if setting.parser else [recipe.strategy]
    said += [f"{name} {value:g}" for name, value in symbol_values(setting).items()]
    said += [recipe.encoder] if recipe.encoder != DEFAULT else []
    usual = type(search)()
    named = {
        "neighbourhood": (recipe.neighbourhood, 0.0),
        "weight": (search.dense, usual.dense),
        "gap": (search.gap, usual.gap),
        "same page": (search.same_page, usual.same_page),
    }
    said += [f"{name} {value:g}" for name, (value, start) in named.items() if value != start]
    said += [] if search.reading else ["without close reading"]
    answer = setting.answer
    shown = {
        "threshold": (answer.threshold, ANSWERED_AS_USUAL.threshold),
        "citations": (answer.max_citations, ANSWERED_AS_USUAL.max_citations),
    }
    said += [f"{name} {value:g}" for name, (value, start) in shown.items() if value != start]
    return ", ".join([*said, f"k {search.top_k}"])


def _symbol(name: str, title: str) -> str:
    symbol, colon, _ = title.partition(":")
    return symbol if colon else name
