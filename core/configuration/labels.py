"""What a configuration is called: its options under the symbols of the field, or in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.chunking import chunker
from core.configuration.options import DEFAULT_ANSWERS, DEFAULT_RETRIEVAL, RetrievalOptions
from core.embedding import DEFAULT
from core.parsing.adapters import parser_title
from core.refining.options import DEFAULT_REFINING, RefiningOptions

if TYPE_CHECKING:
    from core.configuration.base import Configuration

_FEW = 4
"""Options of a strategy that a button has room for; of more, none is named."""


def symbol(title: str | None, name: str) -> str:
    """The symbol that the title of a field begins with, such as `N`; else title or name."""
    return (title or name).partition(":")[0]


def symbol_values(config: Configuration) -> dict[str, float | str]:
    """The options of the strategy by symbol (N, O, Q, M, B_h), by name where they have none."""
    values = config.options.model_dump()
    fields = chunker(config.strategy).options.model_fields
    return {
        symbol(title, name) if ":" in (title := field.title or "") else name: values[name]
        for name, field in fields.items()
        if name not in config.options.unlisted
    }


def label(config: Configuration) -> str:
    """A configuration on one line, as in `Hierarchical, N 128, B_h 0.4, k 5`.

    Parser, embedding model, refining, neighbourhood, weight, gap, reading and what answers are
    shown by are named where they are not those that the app starts with.
    """
    search, answer = config.retrieval, config.answer
    parts = [parser_title(config.parser)] if config.parser else []
    parts += [chunker(config.strategy).title]
    parts += [f"{name} {shown(value)}" for name, value in symbol_values(config).items()]
    parts += [config.encoder] if config.encoder != DEFAULT else []
    parts += refining_words(config.refining)
    parts += _changed(
        ("neighbourhood", config.neighbourhood, 0.0),
        ("weight", search.dense, DEFAULT_RETRIEVAL.dense),
        ("gap", search.gap, DEFAULT_RETRIEVAL.gap),
        ("same page", search.same_page, DEFAULT_RETRIEVAL.same_page),
    )
    parts += [] if search.reading else ["without close reading"]
    parts += _changed(
        ("threshold", answer.threshold, DEFAULT_ANSWERS.threshold),
        ("citations", answer.max_citations, DEFAULT_ANSWERS.max_citations),
    )
    return ", ".join([*parts, f"k {search.top_k}"])


def short_label(config: Configuration) -> str:
    """Such as `Hierarchical, N 128, B_h 0.4`; only the name where there are many options.

    How chunks are found is named where it is not as usual.
    """
    values, fields = config.options.model_dump(), type(config.options).model_fields
    parts = [chunker(config.strategy).title]
    if len(fields) <= _FEW:
        parts += [
            f"{symbol(info.title, name)} {shown(values[name])}" for name, info in fields.items()
        ]
    now, usual = config.retrieval.model_dump(), DEFAULT_RETRIEVAL.model_dump()
    for name, info in RetrievalOptions.model_fields.items():
        title = symbol(info.title, name).lower()
        if isinstance(now[name], bool):
            parts += [f"{'with' if now[name] else 'without'} {title}"] * (now[name] != usual[name])
        else:
            parts += _changed((title, now[name], usual[name]))
    parts += refining_words(config.refining)
    return ", ".join([*parts, *_changed(("neighbourhood", config.neighbourhood, 0.0))])


def refining_words(refining: RefiningOptions) -> list[str]:
    """The parts of the Refiner that are on or off otherwise than as usual: `with signature`."""
    usual, fields = DEFAULT_REFINING.model_dump(), RefiningOptions.model_fields
    return [
        f"{'with' if is_on else 'without'} {(fields[name].title or name).lower()}"
        for name, is_on in refining.model_dump().items()
        if is_on != usual[name]
    ]


def shown(value: float | str) -> str:
    """A value of an option as it is written: a name as it is, a number without needless zeros."""
    return value if isinstance(value, str) else f"{value:g}"


def _changed(*values: tuple[str, float, float]) -> list[str]:
    return [f"{name} {value:g}" for name, value, usual in values if value != usual]
