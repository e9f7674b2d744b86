"""A grid: lists of values, and every setting that they make together.

Strategies that a language model could plan are planned by rules: a plan costs money, and another
model gives other figures.
"""

from __future__ import annotations

from itertools import chain, product
from math import prod
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from pydantic import AfterValidator, BaseModel, Field, ValidationError, field_validator

from core.chunking import PLANNED, STRATEGIES, chunker, make_options
from core.configuration import AnswerOptions, Configuration, RetrievalOptions
from core.configuration.options import DEFAULT_ANSWERS, DEFAULT_RETRIEVAL
from core.embedding import DEFAULT
from core.errors import InvalidOption, first_problem
from core.parsing import PARSERS, is_parser
from core.parsing.adapters import adapter_names
from core.refining.options import DEFAULT_REFINING, read_refining
from core.value_models import StrictModel

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


def _once(values: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(values))


_Options = TypeVar("_Options", bound=BaseModel)
Number = int | float
Names = Annotated[tuple[str, ...], Field(min_length=1), AfterValidator(_once)]
Switches = Annotated[tuple[bool, ...], Field(min_length=1), AfterValidator(_once)]
Numbers = Annotated[tuple[Number, ...], Field(min_length=1), AfterValidator(_once)]
Values = Annotated[tuple[Number | str, ...], Field(min_length=1), AfterValidator(_once)]

_ANSWER = ("threshold", "max_citations")
"""Options of answers that a sweep can vary."""


class Grid(StrictModel):
    """Values of everything that a sweep can vary; a value that is named twice counts once.

    `parsers` may hold an empty name: each document as it is in the library. `options` are those
    of all strategies together, by name or by symbol (N, O, Q, M, B_h, theta): each holds for the
    strategies that have it, and is of no matter for the rest. What is left out is as the
    strategy has it by default.

    With `one_at_a_time` the first of each list make a setting, and each other value one that
    differs from it in that value alone; else all combinations are settings. `threshold` and
    `max_citations` are options of answers. `refining` names parts of the Refiner that are on
    together, such as `lineage-signature`.
    """

    parsers: Names = ("",)
    strategies: Names = (Configuration.default().strategy,)
    options: dict[str, Values] = Field(default_factory=dict)
    encoders: Names = (DEFAULT,)
    refining: Names = (DEFAULT_REFINING.text,)
    neighbourhoods: Numbers = (0.0,)
    dense: Numbers = (DEFAULT_RETRIEVAL.dense,)
    top_k: Numbers = (DEFAULT_RETRIEVAL.top_k,)
    gap: Numbers = (DEFAULT_RETRIEVAL.gap,)
    same_page: Numbers = (DEFAULT_RETRIEVAL.same_page,)
    reading: Switches = (DEFAULT_RETRIEVAL.reading,)
    threshold: Numbers = (DEFAULT_ANSWERS.threshold,)
    max_citations: Numbers = (DEFAULT_ANSWERS.max_citations,)
    one_at_a_time: bool = False

    @field_validator("options")
    @classmethod
    def _by_name(cls, options: dict[str, Any]) -> dict[str, Any]:
        names = symbols()
        named = {names.get(name.lower(), name): values for name, values in options.items()}
        if len(named) < len(options):
            raise ValueError("an option is given by its name and by its symbol")
        return named

    @field_validator("refining")
    @classmethod
    def _in_order(cls, texts: tuple[str, ...]) -> tuple[str, ...]:
        return _once(tuple(read_refining(text).text for text in texts))

    @property
    def count(self) -> int:
        """Number of settings, found without making them. Raises as `settings`."""
        if self.one_at_a_time:
            return len(self.settings())
        searches = prod(
            len(getattr(self, name)) for name in (*RetrievalOptions.model_fields, *_ANSWER)
        )
        cuts = sum(prod(map(len, self._own(name).values())) for name in self._strategies())
        beside = (self.parsers, self.encoders, self.refining, self.neighbourhoods)
        return cuts * prod(map(len, beside)) * searches

    @property
    def varies_answers(self) -> bool:
        """Whether settings differ in what only answers tell."""
        return any(len(getattr(self, name)) > 1 for name in ("reading", *_ANSWER))

    def settings(self) -> tuple[Configuration, ...]:
        """All settings, no two alike; those that share an index follow each other.

        Raises:
            InvalidOption: there is no such parser, strategy or part of the Refiner, no strategy has
                an option, or a value is outside its range.
        """
        if self.one_at_a_time:
            every = chain.from_iterable(grid.settings() for grid in self._one_at_a_time())
            return tuple({setting.key: setting for setting in every}.values())
        searches = self._products(RetrievalOptions, "Retrieval", RetrievalOptions.model_fields)
        answers = self._products(AnswerOptions, "Answers", _ANSWER)
        refinings = [read_refining(text) for text in self.refining]
        return tuple(
            Configuration(
                strategy,
                options,
                encoder,
                neighbourhood=float(near),
                retrieval=search,
                parser=parser,
                answer=answer,
                refining=refining,
            )
            for parser in self._parsers()
            for strategy in self._strategies()
            for options in self._cuts(strategy)
            for encoder in self.encoders
            for refining in refinings
            for near in self.neighbourhoods
            for search in searches
            for answer in answers
        )

    def _one_at_a_time(self) -> Iterator[Grid]:
        """The first of all lists, then each list that has more beside the first of the others."""
        lists = [name for name in Grid.model_fields if name not in ("options", "one_at_a_time")]
        firsts: dict[str, Any] = {name: getattr(self, name)[:1] for name in lists}
        base = self.model_copy(update={**firsts, "options": {}, "one_at_a_time": False})
        options = {name: values[:1] for name, values in self.options.items()}
        self._strategies()

        def beside(strategy: str, **changes: Any) -> Grid:
            own = {name: first for name, first in options.items() if name in _fields(strategy)}
            start = {"strategies": (strategy,), "options": own}
            return base.model_copy(update={**start, **changes})

        first = self.strategies[0]
        yield beside(first)
        for strategy in self.strategies[1:]:
            yield beside(strategy)
        for name in lists:
            if name != "strategies" and len(getattr(self, name)) > 1:
                yield beside(first, **{name: getattr(self, name)})
        for name, values in self.options.items():
            # An option that the first strategy lacks is varied in the first one that has it.
            owner = next(strategy for strategy in self.strategies if name in _fields(strategy))
            own = beside(owner)
            yield own.model_copy(update={"options": {**own.options, name: values}})

    def _parsers(self) -> tuple[str, ...]:
        for name in self.parsers:
            if name and not is_parser(name):
                known = ", ".join((*PARSERS, *adapter_names()))
                raise InvalidOption(f"There is no parser {name!r}. Choose one of: {known}.")
        return self.parsers

    def _strategies(self) -> tuple[str, ...]:
        known = {name for strategy in self.strategies for name in _fields(strategy)}
        if unknown := sorted(set(self.options) - known):
            raise InvalidOption(
                f"None of the strategies {', '.join(self.strategies)} has an option "
                f"{unknown[0]!r}. Choose one of: {', '.join(sorted(known))}."
            )
        return self.strategies

    def _own(self, strategy: str) -> dict[str, tuple[Number | str, ...]]:
        return {name: self.options[name] for name in _fields(strategy) if name in self.options}

    def _cuts(self, strategy: str) -> Iterator[Any]:
        own = self._own(strategy)
        for values in product(*own.values()):
            yield make_options(strategy, dict(zip(own, values, strict=True)))

    def _products(self, model: type[_Options], what: str, names: Iterable[str]) -> list[_Options]:
        """Options with every combination of values of these lists. Raises `InvalidOption`."""
        lists = {name: getattr(self, name) for name in names}
        try:
            return [
                model.model_validate(dict(zip(lists, values, strict=True)))
                for values in product(*lists.values())
            ]
        except ValidationError as error:
            raise InvalidOption(f"{what}, {first_problem(error)}.") from error


def carried(start: Configuration) -> dict[str, Any]:
    """The lists of a grid that leave everything but the chunking as a configuration has it."""
    search = {name: (value,) for name, value in start.retrieval.model_dump().items()}
    return {
        "encoders": (start.encoder,),
        "refining": (start.refining.text,),
        "neighbourhoods": (start.neighbourhood,),
        **search,
    }


def around(start: Configuration) -> Grid:
    """The grid of one configuration."""
    options = {name: (value,) for name, value in start.options.model_dump().items()}
    return Grid(strategies=(start.strategy,), options=options, **carried(start))


def read_grid(values: Mapping[str, Any]) -> Grid:
    """A grid from values of JSON; what is left out is as the app starts with it.

    Raises:
        InvalidOption: something in it is unknown, or no list of values.
    """
    try:
        return Grid.model_validate(values)
    except ValidationError as error:
        known = ", ".join(Grid.model_fields)
        raise InvalidOption(
            f"The grid, {first_problem(error)}. It may hold lists of: {known}."
        ) from error


def symbols() -> dict[str, str]:
    """The names of options by their symbols in small letters, such as `n` for `max_tokens`."""
    names: dict[str, str] = {}
    for strategy in STRATEGIES:
        for name, field in _fields(strategy).items():
            symbol, colon, _ = (field.title or "").partition(":")
            if colon:
                names.setdefault(symbol.lower(), name)
    return names


def planned_notice(settings: Iterable[Configuration]) -> str:
    """That strategies which a language model could plan are planned by rules; empty if none is."""
    planned = sorted({setting.strategy for setting in settings} & PLANNED)
    if not planned:
        return ""
    return f"Planned by rules, not by a language model: {', '.join(planned)}."


def _fields(strategy: str) -> dict[str, Any]:
    return dict(chunker(strategy).options.model_fields)
