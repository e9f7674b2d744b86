"""A configuration as it stands in the address of a page: without parser, encoder and answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

from pydantic import ValidationError

from core.chunking import PLANNED, chunker, make_options
from core.chunking.options import choices
from core.configuration.base import MOST_NEIGHBOURHOOD, Configuration
from core.configuration.options import DEFAULT_RETRIEVAL, RetrievalOptions
from core.errors import InvalidOption, first_problem
from core.refining.options import DEFAULT_REFINING, read_refining

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic.fields import FieldInfo

_MODEL = "model"
"""Name of the language model; no option is called so."""
_RETRIEVAL = {"k" if name == "top_k" else name: name for name in RetrievalOptions.model_fields}
"""Options of retrieval, which are named only where they are not the usual ones; a strategy has a
`top_k` of its own."""
_REFINING = "refining"
"""Parts of the Refiner, such as `lineage-signature`; likewise."""
_NEIGHBOURHOOD = "neighbourhood"
"""Weight of the neighbouring chunks."""

_READING, _SWITCH = "reading", {"True": True, "False": False}
"""The option of retrieval that is on or off, and how such options stand in an address."""


def to_address(config: Configuration) -> str:
    """A configuration such as `fixed,max_tokens=128,overlap=0.2`."""
    retrieval, usual = config.retrieval.model_dump(), DEFAULT_RETRIEVAL.model_dump()
    values = config.options.model_dump(exclude=config.options.unlisted)
    values |= {name: retrieval[of] for name, of in _RETRIEVAL.items() if retrieval[of] != usual[of]}
    values |= {_NEIGHBOURHOOD: config.neighbourhood} if config.neighbourhood else {}
    pairs = [f"{name}={_written(value)}" for name, value in values.items()]
    if config.refining != DEFAULT_REFINING:
        pairs.append(f"{_REFINING}={config.refining.text}")
    if config.model:
        pairs.append(f"{_MODEL}={quote(config.model, safe=':', errors='replace')}")
    return ",".join([config.strategy, *pairs])


def from_address(text: str) -> Configuration:
    """The configuration that an address names, with the encoder that the app starts with.

    Raises:
        InvalidOption: a value is none, or is out of its range.
    """
    strategy, *pairs = text.split(",")
    fields = {name: value for name, _, value in (pair.partition("=") for pair in pairs)}
    refining = read_refining(fields.pop(_REFINING, DEFAULT_REFINING.text))
    asks = strategy in PLANNED or refining.adds
    model = unquote(fields.pop(_MODEL, "")) if asks else ""
    known = chunker(strategy).options.model_fields
    values: dict[str, Any] = {
        name: _read(name, value, known.get(name)) for name, value in fields.items()
    }
    near = values.pop(_NEIGHBOURHOOD, 0.0)
    if not 0.0 <= near <= MOST_NEIGHBOURHOOD:
        raise InvalidOption(f"{_NEIGHBOURHOOD}: Input should be from 0 to {MOST_NEIGHBOURHOOD:g}.")
    search = {_RETRIEVAL[name]: values.pop(name) for name in _RETRIEVAL if name in values}
    retrieval, options = _retrieval(search), make_options(strategy, values)
    return Configuration(
        strategy,
        options,
        model=model,
        neighbourhood=near,
        retrieval=retrieval,
        refining=refining,
    )


def _retrieval(values: Mapping[str, float]) -> RetrievalOptions:
    try:
        return RetrievalOptions.model_validate(values)
    except ValidationError as error:
        raise InvalidOption(f"{first_problem(error)}.") from error


def _written(value: float | str) -> str:
    return f"{value:.15g}" if isinstance(value, float) else str(value)


def _read(name: str, value: str, info: FieldInfo | None) -> float | str:
    """The value of an option: a name where its field takes names, else a number or a switch."""
    if info and choices(info):
        return value
    if value in _SWITCH and (name == _READING or (info and info.annotation is bool)):
        return _SWITCH[value]
    try:
        return float(value)
    except ValueError as error:
        raise InvalidOption(f"{name} is not a number.") from error
