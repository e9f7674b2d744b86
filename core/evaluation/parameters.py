"""The parameters of settings: which of them vary, and how a measure goes over two of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.configuration import Configuration, RetrievalOptions
from core.configuration.labels import symbol_values

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


Value = str | float

AS_IT_IS = "as in the library"
"""The parser of a setting that names none."""


@dataclass(frozen=True)
class Heat:
    """A measure over two parameters.

    `cells[row][column]` is the place of the best setting that has the row's and the column's
    value, None where there is none; `counts` says how many have both.
    """

    columns: tuple[Value, ...]
    rows: tuple[Value, ...]
    cells: tuple[tuple[int | None, ...], ...]
    counts: tuple[tuple[int, ...], ...]


def parameters(setting: Configuration) -> dict[str, Value]:
    """Every parameter of a setting by the name that people read, such as `N` or `k`."""
    search = {
        (info.title or name).partition(":")[0]: _value(getattr(setting.retrieval, name))
        for name, info in RetrievalOptions.model_fields.items()
    }
    answer = setting.answer
    return {
        "Parser": setting.parser or AS_IT_IS,
        "Strategy": setting.strategy,
        **symbol_values(setting),
        "Embedding": setting.encoder,
        "Refining": setting.refining.text,
        "Neighbourhood": setting.neighbourhood,
        **search,
        "Probability needed": answer.threshold,
        "Citations": answer.max_citations,
    }


def _value(value: float) -> Value:
    return ("on" if value else "off") if isinstance(value, bool) else value


def varying(all_values: Sequence[Mapping[str, Value]]) -> list[str]:
    """The parameters of which several values occur, in the order of `parameters`."""
    names = dict.fromkeys(name for values in all_values for name in values)
    seen = {name: {values[name] for values in all_values if name in values} for name in names}
    return [name for name in names if len(seen[name]) > 1]


def heat(
    all_values: Sequence[Mapping[str, Value]], scores: Sequence[float], across: str, up: str
) -> Heat:
    """The best of `scores` for each pair of values of the parameters `across` and `up`.

    Settings that lack one of the two (a strategy without overlap has no O) are left out; of
    equal scores, the first counts.
    """
    places: dict[tuple[Value, Value], list[int]] = {}
    for place, values in enumerate(all_values):
        if across in values and up in values:
            places.setdefault((values[up], values[across]), []).append(place)
    rows = _ordered(pair[0] for pair in places)
    columns = _ordered(pair[1] for pair in places)
    cells = tuple(
        tuple(_best(places.get((row, column), []), scores) for column in columns) for row in rows
    )
    counts = tuple(tuple(len(places.get((row, column), [])) for column in columns) for row in rows)
    return Heat(columns, rows, cells, counts)


def _ordered(values: Iterable[Value]) -> tuple[Value, ...]:
    known = set(values)
    numbers = sorted(value for value in known if not isinstance(value, str))
    return (*numbers, *sorted(value for value in known if isinstance(value, str)))


def _best(places: Sequence[int], scores: Sequence[float]) -> int | None:
    return max(places, key=lambda place: scores[place], default=None)
