"""A grid of one's own: lists of values for everything that a sweep can vary."""

from __future__ import annotations

from functools import partial
from itertools import product
from math import ceil
from typing import TYPE_CHECKING, Any

import streamlit as st

from components.labels.strategies import in_a_line, title_of
from core.chunking import STRATEGIES, chunker
from core.configuration import AnswerOptions, Configuration, RetrievalOptions
from core.embedding import ENCODERS
from core.errors import InvalidOption
from core.evaluation.sweeps.grid import Grid, around, read_grid
from core.parsing import parsers_for_all
from core.parsing.adapters import parser_title
from core.refining.options import RefiningOptions, read_refining

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from pydantic.fields import FieldInfo
    from streamlit.delta_generator import DeltaGenerator

    from core.library import Kind

    Boxes = dict[str, Callable[[], tuple[Any, ...]]]
    """What is chosen, by the name of its list; each raises `InvalidOption` when it is read."""

_OPTIONS: dict[str, tuple[float, ...]] = {
    "max_tokens": (64, 96, 128, 192, 256, 384, 512, 768, 1024),
    "overlap": (0.0, 0.1, 0.2, 0.3),
    "percentile": (0.5, 0.7, 0.8, 0.9, 0.95),
    "minimum": (0.0, 0.25, 0.5),
    "heading_budget": (0.2, 0.3, 0.4, 0.5),
    "theta": (200, 300, 500, 800),
}
"""Options of strategies that can be varied, with values to choose from. Those of the thesis
(section 3.5.3) are among them."""
_SEARCH: dict[str, tuple[float, ...]] = {
    "top_k": (1, 3, 5, 8, 10, 15, 20),
    "dense": (0.0, 0.35, 0.7, 1.0, 1.5, 2.0),
    "gap": (0.0, 0.05, 0.1, 0.15, 0.2, 0.3),
    "same_page": (0.8, 0.9, 1.0),
}
_ANSWER: dict[str, tuple[float, ...]] = {
    "threshold": (0.0, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5),
    "max_citations": (1, 2, 3, 4, 6, 8),
}
_READING = {True: "With", False: "Without"}
_NEAR = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
_ADD = "Choose values, or type one and press Enter."


def grid_form(start: Configuration, kinds: Collection[Kind], outputs: Sequence[str]) -> Grid:
    """The grid that the boxes make; at first, that of `start` alone.

    Raises:
        InvalidOption: a value is no number, or out of range, or a box is empty.
    """
    first, second, third = _places(1)
    with first:
        parsers = _parsers([*parsers_for_all(kinds), *outputs])
    with second:
        strategies = st.multiselect(
            "Strategy",
            list(STRATEGIES),
            default=[start.strategy],
            format_func=title_of,
            help="\n\n".join(in_a_line(name) for name in STRATEGIES),
            key="grid-strategies",
            persist_state="session",
        )
    with third:
        encoders = _names("Embedding", [start.encoder, *ENCODERS], [start.encoder], "encoders")
    options = _options(strategies, start)
    search, answers = _search(start), _answers(start)
    single = st.toggle(
        "One factor at a time",
        help="Instead of all combinations: what is in force, and beside it each other value "
        "alone. It says less of what belongs together, and takes far less time.",
        key="grid-single",
        persist_state="session",
    )
    # Read when all are drawn: one that is wrong does not take those below it off the page.
    grid = read_grid(
        {
            "parsers": _filled("Parser", parsers),
            "strategies": _filled("Strategy", strategies),
            "options": {name: read() for name, read in options.items()},
            "encoders": _filled("Embedding", encoders),
            **{name: read() for name, read in (search | answers).items()},
            "one_at_a_time": single,
        }
    )
    return _first(grid, start) if single else grid


def numbers(title: str, values: Sequence[Any]) -> tuple[float, ...]:
    """Chosen or typed values as numbers, whole ones as such, by size.

    Raises:
        InvalidOption: one is no number, or there is none.
    """
    chosen_numbers: set[float] = set()
    for value in _filled(title, values):
        try:
            number = float(str(value).replace(",", "."))
        except ValueError as error:
            raise InvalidOption(f"{title}: {value!r} is no number. Take it out.") from error
        chosen_numbers.add(int(number) if number.is_integer() and abs(number) >= 1 else number)
    return tuple(sorted(chosen_numbers))


def _filled(title: str, values: Sequence[Any]) -> tuple[Any, ...]:
    if not values:
        raise InvalidOption(f"{title} has no value. Choose at least one.")
    return tuple(values)


def _places(rows: int) -> list[DeltaGenerator]:
    """Three places in each row, level where the labels of some boxes are longer."""
    columns = (st.columns(3, gap="small", vertical_alignment="bottom") for _ in range(rows))
    return [place for row in columns for place in row]


def _parsers(names: Sequence[str]) -> list[str]:
    return st.multiselect(
        "Parser",
        ["", *names],
        default=[""],
        format_func=lambda name: parser_title(name) if name else "As in the library",
        help="Another parser reads each document once more, beside what it has now. Nothing "
        "changes in the library. Parsers of others are here where every document has an output of "
        "them (page Structure, Compare routes).",
        key="grid-parsers",
        persist_state="session",
    )


def _options(strategies: Sequence[str], start: Configuration) -> Boxes:
    fields = {name: info for strategy in strategies for name, info in _fields(strategy).items()}
    shown = {name: values for name, values in _OPTIONS.items() if name in fields}
    return _numbers(_places(ceil(len(shown) / 3)), shown, fields, start.options.model_dump())


def _numbers(
    places: Sequence[DeltaGenerator],
    lists: Mapping[str, tuple[float, ...]],
    fields: Mapping[str, FieldInfo],
    now: Mapping[str, Any],
) -> Boxes:
    """A box in each place for the numbers of an option, with what it is `now` chosen."""
    choices: Boxes = {}
    for place, (name, values) in zip(places, lists.items(), strict=False):
        info = fields[name]
        title = info.title or name
        with place:
            chosen = _box(title, values, now.get(name, info.default), name, info.description)
        choices[name] = partial(numbers, title, chosen)
    return choices


def _search(start: Configuration) -> Boxes:
    places = _places(2)
    now = start.retrieval.model_dump()
    choices = _numbers(places, _SEARCH, RetrievalOptions.model_fields, now)
    with places[len(_SEARCH)]:
        words = "How much of its neighbours' vectors is mixed into the vector of a chunk."
        chosen = _box("Neighbourhood", _NEAR, start.neighbourhood, "neighbourhood", words)
        choices["neighbourhoods"] = partial(numbers, "Neighbourhood", chosen)
    with places[len(_SEARCH) + 1]:
        choices["refining"] = partial(_filled, "Refining", _refining(start))
    return choices


def _refining(start: Configuration) -> list[str]:
    parts = RefiningOptions.model_fields
    switched = (
        RefiningOptions(**dict(zip(parts, on, strict=True)))
        for on in product((True, False), repeat=len(parts))
    )
    return st.multiselect(
        "Refining",
        [one.text for one in switched if one.adds or not one.embedded],
        default=[start.refining.text],
        format_func=refining_title,
        help="What each chunk is searched with beside its words:\n\n"
        + "\n\n".join(f"*{info.title}*: {info.description}" for info in parts.values()),
        key="grid-refining",
        persist_state="session",
    )


def refining_title(text: str) -> str:
    """The parts of the Refiner that `RefiningOptions.text` names, as their switches are called.

    Raises:
        InvalidOption: there is no such part.
    """
    switched_on = read_refining(text).model_dump()
    parts = RefiningOptions.model_fields.items()
    titles = [info.title or name for name, info in parts if switched_on[name]]
    return " + ".join(titles) or "Nothing"


def _answers(start: Configuration) -> Boxes:
    places = _places(1)
    with places[0]:
        info = RetrievalOptions.model_fields["reading"]
        chosen = st.multiselect(
            info.title or "",
            list(_READING),
            default=[start.retrieval.reading],
            format_func=lambda reading: _READING.get(reading, str(reading)),
            help=info.description,
            key="grid-reading",
            persist_state="session",
        )
    choices: Boxes = {"reading": partial(_filled, info.title or "", chosen)}
    usual = AnswerOptions().model_dump()
    return choices | _numbers(places[1:], _ANSWER, AnswerOptions.model_fields, usual)


def _first(grid: Grid, start: Configuration) -> Grid:
    """The grid with what is in force first in each list that has it: what others stand beside."""
    now = around(start)
    lists = {name: getattr(grid, name) for name in Grid.model_fields if name != "one_at_a_time"}
    options = lists.pop("options")
    changed = {name: _led(values, getattr(now, name)) for name, values in lists.items()}
    own = {name: _led(values, now.options.get(name, ())) for name, values in options.items()}
    return grid.model_copy(update={**changed, "options": own})


def _led(values: tuple[Any, ...], first: tuple[Any, ...]) -> tuple[Any, ...]:
    return (
        *(value for value in values if value in first),
        *(value for value in values if value not in first),
    )


def _box(title: str, values: Sequence[float], now: float, key: str, words: str | None) -> list[Any]:
    return st.multiselect(
        title,
        sorted({*values, now}),
        default=[now],
        format_func=lambda value: f"{value:g}" if isinstance(value, int | float) else str(value),
        accept_new_options=True,
        help=f"{words or ''} {_ADD}".strip(),
        key=f"grid-{key}",
        persist_state="session",
    )


def _names(title: str, values: Sequence[str], now: list[str], key: str) -> list[str]:
    return st.multiselect(
        title,
        list(dict.fromkeys(values)),
        default=now,
        accept_new_options=True,
        help="bge-small-en-v1.5, all-MiniLM-L6-v2 and hashing are here at once; "
        "sentence-transformers:NAME is loaded where it is installed or can be fetched.",
        key=f"grid-{key}",
        persist_state="session",
    )


def _fields(strategy: str) -> dict[str, Any]:
    return dict(chunker(strategy).options.model_fields)
