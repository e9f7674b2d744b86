"""Arguments that several commands share, and the configuration that they name.

Options of strategies come from their pydantic models, so a new strategy needs no change here.
"""

from __future__ import annotations

from argparse import ArgumentParser, BooleanOptionalAction, Namespace
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.chunking import PLANNED, STRATEGIES, chunker, make_options
from core.cli.fields import add_fields, add_switches, strategy_models
from core.configuration import AnswerOptions, Configuration, RefiningOptions
from core.configuration.adopted import library_configuration
from core.configuration.recipe_file import read_recipe
from core.embedding import ENCODERS
from core.errors import InvalidOption

if TYPE_CHECKING:
    from core.settings import Settings

TEXT_FORMATS = ("jsonl", "topology", "sections", "md")
CHUNK_FORMATS = (*TEXT_FORMATS, "pdf")
FORMATS = (*CHUNK_FORMATS, "stream", "sir", "normalised")

ROUTES = "let the language model choose the route, as it does where there is a key, or rules"


READING = "processes that read the pages of a file; else as the settings say"


def add_workers(parser: ArgumentParser, purpose: str = READING, most: int = 64) -> None:
    """How many processes work beside each other; None where that is not given."""
    parser.add_argument(
        "--workers", metavar="NUMBER", type=int, choices=range(1, most + 1), help=purpose
    )


def add_document(parser: ArgumentParser) -> None:
    """The document that a command is about; see `core.cli.documents.find`."""
    parser.add_argument("document", metavar="DOC")


def configuration_of(arguments: Namespace, settings: Settings) -> Configuration:
    """The strategy, options and models that the arguments name; what the library starts with else.

    Raises:
        InvalidOption: an option is not one of the strategy's, or outside its range, or a model
            is asked for chunks that it has nothing to do for.
        InputError: the recipe file cannot be read.
    """
    start = _start(arguments, settings)
    strategy = arguments.strategy or start.strategy
    names = {name for model in strategy_models().values() for name in model.model_fields}
    chosen = _given(arguments, names)
    options = make_options(strategy, {**_usual(strategy, start), **chosen})
    parts = start.refining.model_dump() | _given(arguments, set(RefiningOptions.model_fields))
    config = replace(
        start,
        strategy=strategy,
        options=options,
        encoder=arguments.encoder or start.encoder,
        refining=RefiningOptions(**parts),
    )
    return replace(config, model=_planner(arguments, config, settings))


def _start(arguments: Namespace, settings: Settings) -> Configuration:
    """What the arguments change: a recipe file, else what the library starts with."""
    if arguments.recipe is None:
        return library_configuration(settings)
    recipe = read_recipe(arguments.recipe)
    if recipe.parser:
        raise InvalidOption(
            f"{arguments.recipe.name} names the parser {recipe.parser!r}, by which documents are "
            "read when they are added: give it to ingest with --route or --parsed-by, and take the "
            "line out of the recipe."
        )
    return recipe


def _usual(strategy: str, start: Configuration) -> dict[str, Any]:
    """The options that the library starts with; of another strategy, the size of the app."""
    if strategy == start.strategy:
        return start.options.model_dump()
    sized = "max_tokens" in chunker(strategy).options.model_fields and strategy not in PLANNED
    return {"max_tokens": Configuration.default().options.size} if sized else {}


def _planner(arguments: Namespace, config: Configuration, settings: Settings) -> str:
    """The model that plans and refines the chunks; none unless it is asked for."""
    if not arguments.by_model or config.asks:
        return settings.chosen_model.name if arguments.by_model else ""
    if arguments.command == "ask":
        return ""
    able = ", ".join(name for name in STRATEGIES if name in PLANNED)
    raise InvalidOption(
        f"--model: the strategy {config.strategy!r} plans nothing. Choose one of: {able}; or have "
        "it refine the chunks with --signature or --supplement."
    )


def answer_options_of(arguments: Namespace) -> AnswerOptions:
    """Options of answering; ranges were checked when the arguments were read."""
    return AnswerOptions(**_given(arguments, set(AnswerOptions.model_fields)))


def _given(arguments: Namespace, names: set[str]) -> dict[str, Any]:
    values = {name: getattr(arguments, name) for name in names}
    return {name: value for name, value in values.items() if value is not None}


def add_output(parser: ArgumentParser, formats: tuple[str, ...], *, required: bool = False) -> None:
    """The form of what is written, and the file; None where they are not given."""
    parser.add_argument("--format", choices=formats, required=required)
    parser.add_argument(
        "--out", metavar="FILE", type=Path, help="where to write to; else standard output"
    )


def add_configuration(parser: ArgumentParser) -> None:
    """A recipe; strategy, its options and the embedding model, which are stronger."""
    parser.add_argument(
        "--recipe",
        metavar="FILE",
        type=Path,
        help="start from a recipe file (see the command recipe), not from that of the library",
    )
    parser.add_argument(
        "--strategy", choices=tuple(STRATEGIES), help="else the one that this library starts with"
    )
    known = ", ".join([*ENCODERS, "sentence-transformers:NAME", "gemini:NAME", "openai:NAME"])
    parser.add_argument("--encoder", help=f"embedding model: {known}; else as the settings say")
    add_fields(parser, strategy_models())
    add_switches(parser, RefiningOptions)


def add_model(parser: ArgumentParser, purpose: str) -> None:
    """`by_model` is None where neither flag is given."""
    parser.add_argument(
        "--model", dest="by_model", action=BooleanOptionalAction, default=None, help=purpose
    )
