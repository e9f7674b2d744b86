"""The arguments of all commands. Options of strategies come from their pydantic models, so a
new strategy needs no change here.
"""

from __future__ import annotations

from argparse import ArgumentParser, BooleanOptionalAction, RawDescriptionHelpFormatter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.chunking import PLANNED, STRATEGIES, chunker, make_options
from core.cli.audit import AUDIT, add_audit
from core.cli.cluster import WORKER, add_cluster, add_worker
from core.cli.describe import add_describe
from core.cli.editions import EDITIONS, add_editions
from core.cli.evaluate_arguments import add_evaluate
from core.cli.fields import add_fields, add_switches, strategy_models
from core.cli.glossary import GLOSSARY, add_glossary
from core.cli.history import HISTORY, add_history
from core.cli.people import PEOPLE, add_people
from core.cli.readings import READINGS, add_readings
from core.cli.recipes import RECIPE, add_recipe_file
from core.cli.segments import add_segments
from core.configuration import AnswerOptions, Configuration, RefiningOptions
from core.configuration.adopted import library_configuration
from core.configuration.recipe_file import read_recipe
from core.embedding import ENCODERS
from core.errors import InvalidOption
from core.library.edition_status import STATUSES
from core.parsing import PARSERS
from core.parsing.adapters import adapter_names
from core.text.language import Language

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable

    from core.settings import Settings

TEXT_FORMATS = ("jsonl", "topology", "sections", "md")
CHUNK_FORMATS = (*TEXT_FORMATS, "pdf")
FORMATS = (*CHUNK_FORMATS, "stream", "sir", "normalised")

_EPILOG = """DOC is the name of a document, the beginning of its SHA-256, or the path of its file.
Exit codes: 0 done, 1 something failed, 2 the command cannot be understood, 130 stopped by Ctrl-C.
The data folder is that of the app; SIGHTLINE_HOME changes it. With a key in GEMINI_API_KEY, or
a model in SIGHTLINE_MODEL such as openai:NAME@http://127.0.0.1:11434/v1, a language model chooses
routes and writes answers; what it was asked is shown by usage."""

_ROUTES = "let the language model choose the route, as it does where there is a key, or rules"
_ANSWERS = (
    "let the language model write the answer, as it does where there is a key, or rules; with "
    "--model it also plans the chunks of the strategies that can, and refines them"
)
_PLANS = "let the language model plan the chunks (of {}) and refine them; else rules do"


def build_parser() -> ArgumentParser:
    """The parser of the command line; every command sets `command` and `json`."""
    parser = ArgumentParser(
        prog="python -m core",
        description="PDFs and texts into chunks and answers whose every line is known on the page.",
        epilog=_EPILOG,
        formatter_class=RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, (purpose, add) in _COMMANDS.items():
        command = commands.add_parser(name, help=purpose, description=f"{purpose}.")
        command.add_argument("--json", action="store_true", help="print the result as JSON")
        add(command)
    return parser


def _add_ingest(parser: ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", type=Path, nargs="+")
    parser.add_argument("--password", help="for all of the files that are encrypted")
    _add_workers(parser)
    parser.add_argument(
        "--route",
        choices=tuple(PARSERS),
        help="how to read the files; automatic leaves it to the Inspector, as does the first time",
    )
    parser.add_argument(
        "--parsed-by",
        choices=adapter_names(),
        help="take the structure that another parser gave; it is run unless --native is given",
    )
    parser.add_argument(
        "--native",
        metavar="RESULT",
        type=Path,
        help="the file that the parser of --parsed-by wrote for the one FILE",
    )
    add_cluster(parser)
    _add_model(parser, _ROUTES)


def _add_resume(parser: ArgumentParser) -> None:
    _add_document(parser)
    _add_workers(parser)


def _add_inspect(parser: ArgumentParser) -> None:
    _add_document(parser)
    _add_model(parser, _ROUTES)


def _add_chunk(parser: ArgumentParser) -> None:
    _add_document(parser)
    _add_configuration(parser)
    _add_model(parser, _PLANS.format(", ".join(sorted(PLANNED & set(STRATEGIES)))))
    _add_output(parser, CHUNK_FORMATS)


def _add_ask(parser: ArgumentParser) -> None:
    parser.add_argument(
        "question",
        metavar="QUESTION",
        help="where it asks for a dose, a duration or another quantity that the cited lines do not "
        "state, that is said first",
    )
    parser.add_argument(
        "--document",
        dest="documents",
        metavar="DOC",
        action="append",
        default=[],
        help="search only here; may be given several times",
    )
    _add_filter(parser)
    parser.add_argument(
        "--each",
        action="store_true",
        help="ask each document by itself, and print the answers one below the other",
    )
    parser.add_argument(
        "--before",
        metavar="QUESTION",
        action="append",
        default=[],
        help="a question asked before this one, which may go on from it; once for each, in order",
    )
    parser.add_argument(
        "--as-asked",
        action="store_true",
        help="search the question exactly as typed: its spelling, abbreviations and parts are left "
        "as they are, and so is what it leaves out after --before",
    )
    parser.add_argument(
        "--pdf",
        metavar="FOLDER",
        type=Path,
        help="also write each cited document there, the cited lines marked",
    )
    parser.add_argument(
        "--record",
        metavar="FILE",
        type=Path,
        help="also write question, answer and each quote with the cut-out of its page into one "
        "file to hand on: .pdf, .docx or .html (opens anywhere, with the cited pages)",
    )
    _add_configuration(parser)
    _add_model(parser, _ANSWERS)
    add_fields(parser, {"answer": AnswerOptions})


FILTER = ("title", "author", "publisher", "status", "language", "since", "until")
"""Arguments by which documents are chosen."""


def _add_filter(parser: ArgumentParser) -> None:
    """By what documents are chosen; see `core.library.document_filter`."""
    parser.add_argument("--title", metavar="WORDS", help="words of the title or the file's name")
    parser.add_argument("--author", metavar="WORDS", help="words of the author the file states")
    parser.add_argument("--publisher", metavar="WORDS", help="words of the confirmed publisher")
    parser.add_argument("--status", choices=STATUSES, help="as confirmed, and by other editions")
    parser.add_argument("--language", choices=[name.value for name in Language])
    for name in ("since", "until"):
        meaning = f"dated {name} then: 2021, 2021-03 or 2021-03-09"
        parser.add_argument(f"--{name}", metavar="DATE", help=meaning)


def _add_export(parser: ArgumentParser) -> None:
    _add_document(parser)
    _add_configuration(parser)
    _add_model(parser, _PLANS.format(", ".join(sorted(PLANNED & set(STRATEGIES)))))
    _add_output(parser, FORMATS, required=True)


def _add_recipe(parser: ArgumentParser) -> None:
    _add_configuration(parser)
    add_recipe_file(parser)
    parser.set_defaults(by_model=None)


def _add_usage(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--csv", metavar="FILE", type=Path, help="write all calls there, a line each"
    )


def _add_check(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--repair",
        action="store_true",
        help="make anew what can be, and put aside what cannot; nothing else is deleted",
    )


def _add_backup(parser: ArgumentParser) -> None:
    parser.add_argument("target", metavar="TARGET", type=Path, help="a new file, such as a.zip")


def _add_restore(parser: ArgumentParser) -> None:
    parser.add_argument("archive", metavar="ARCHIVE", type=Path)


def _add_workers(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--workers",
        metavar="NUMBER",
        type=int,
        choices=range(1, 65),
        help="processes that read the pages of a file; else as the settings say",
    )


def _add_document(parser: ArgumentParser) -> None:
    parser.add_argument("document", metavar="DOC")


_COMMANDS: dict[str, tuple[str, Callable[[ArgumentParser], None]]] = {
    "ingest": (
        "Add PDFs, web pages, Word texts, books, pictures, texts or tables to the library",
        _add_ingest,
    ),
    "worker": (WORKER, add_worker),
    "resume": (
        "Read the pages of a document that are missing because time was lacking for them",
        _add_resume,
    ),
    "inspect": ("Probe a PDF and say by which route it would be read", _add_inspect),
    "list": ("Show what is in the library", _add_filter),
    "describe": (
        "Have the language model describe figures, for the search; its words are never quoted",
        add_describe,
    ),
    "segments": (
        "Have the language model say where topics change in a narrative (route semantic flow)",
        add_segments,
    ),
    "readings": (READINGS, add_readings),
    "chunk": ("Cut a document into chunks", _add_chunk),
    "ask": ("Answer a question from the documents", _add_ask),
    "glossary": (GLOSSARY, add_glossary),
    "editions": (EDITIONS, add_editions),
    "export": (
        "Write chunks (jsonl, topology, sections, md, pdf), a document as Markdown (stream), "
        "its tree (sir) or its blocks page by page (normalised)",
        _add_export,
    ),
    "evaluate": (
        "Measure settings on questions whose evidence is known, and compare them",
        add_evaluate,
    ),
    "recipe": (RECIPE, _add_recipe),
    "usage": ("Show what the language model was asked, and about what it cost", _add_usage),
    "audit": (AUDIT, add_audit),
    "history": (HISTORY, add_history),
    "people": (PEOPLE, add_people),
    "check": (
        "Verify everything in the data folder, and repair what can be made anew",
        _add_check,
    ),
    "backup": (
        "Write documents, corrections, question sets, sweeps, conversations, signed answers and "
        "settings into one archive",
        _add_backup,
    ),
    "restore": ("Put an archive of backup into an empty data folder", _add_restore),
    "delete": ("Remove a document and all that was made from it", _add_document),
}


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


def _add_output(
    parser: ArgumentParser, formats: tuple[str, ...], *, required: bool = False
) -> None:
    parser.add_argument("--format", choices=formats, required=required)
    parser.add_argument(
        "--out", metavar="FILE", type=Path, help="where to write to; else standard output"
    )


def _add_configuration(parser: ArgumentParser) -> None:
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


def _add_model(parser: ArgumentParser, purpose: str) -> None:
    """`by_model` is None where neither flag is given."""
    parser.add_argument(
        "--model", dest="by_model", action=BooleanOptionalAction, default=None, help=purpose
    )
