"""A configuration as it stands in the address of a page: without parser, encoder and answers."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from pydantic import ValidationError

from core.chunking import PLANNED, make_options
from core.configuration.base import MOST_NEIGHBOURHOOD, Configuration
from core.configuration.options import DEFAULT_RETRIEVAL, RetrievalOptions
from core.errors import InvalidOption, first_problem

if TYPE_CHECKING:
    from collections.abc import Mapping

_MODEL = "model"
"""Name of the language model; no option is called so."""
_RETRIEVAL = {"k" if name == "top_k" else name: name for name in RetrievalOptions.model_fields}
"""Options of retrieval, which are named only where they are not the usual ones; a strategy has a
`top_k` of its own."""
_NEIGHBOURHOOD = "neighbourhood"
"""Weight of the neighbouring chunks."""

_READING, _SWITCH = "reading", {"True": True, "False": False}
"""The one option that is on or off, and how it stands in an address."""


def to_address(config: Configuration) -> str:
    """A configuration such as `fixed,max_tokens=128,overlap=0.2`."""
    retrieval, usual = config.retrieval.model_dump(), DEFAULT_RETRIEVAL.model_dump()
    values = config.options.model_dump()
    values |= {name: retrieval[of] for name, of in _RETRIEVAL.items() if retrieval[of] != usual[of]}
    values |= {_NEIGHBOURHOOD: config.neighbourhood} if config.neighbourhood else {}
    pairs = [f"{name}={_number(value)}" for name, value in values.items()]
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
    model = unquote(fields.pop(_MODEL, "")) if strategy in PLANNED else ""
    values = {name: _read_number(name, value) for name, value in fields.items()}
    near = values.pop(_NEIGHBOURHOOD, 0.0)
    if not 0.0 <= near <= MOST_NEIGHBOURHOOD:
        raise InvalidOption(f"{_NEIGHBOURHOOD}: Input should be from 0 to {MOST_NEIGHBOURHOOD:g}.")
    search = {_RETRIEVAL[name]: values.pop(name) for name in _RETRIEVAL if name in values}
    retrieval, options = _retrieval(search), make_options(strategy, values)
    return Configuration(strategy, options, model=model, neighbourhood=near, retrieval=retrieval)


def _retrieval(values: Mapping[str, float]) -> RetrievalOptions:
    try:
        return RetrievalOptions.model_validate(values)
    except ValidationError as error:
        raise InvalidOption(f"{first_problem(error)}.") from error


def _number(value: float) -> str:
    return str(value) if isinstance(value, int) else f"{value:.15g}"


def _read_number(name: str, value: str) -> float:
    if name == _READING and value in _SWITCH:
        return _SWITCH[value]
    try:
        return float(value)
    except ValueError as error:
        raise InvalidOption(f"{name} is not a number.") from error
