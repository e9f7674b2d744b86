"""The arguments of `evaluate`, and the grid that they name.

Every option of a setting takes several values there; all of them together are what is tried.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.chunking import PLANNED, STRATEGIES, chunker
from core.cli.arguments import add_workers
from core.cli.fields import add_fields, strategy_models
from core.configuration import AnswerOptions, Configuration, RetrievalOptions
from core.configuration.adopted import library_configuration
from core.errors import InputError, InvalidOption
from core.evaluation.outcome import MEASURES
from core.evaluation.sweeps.base import Within
from core.evaluation.sweeps.grid import Grid, around, carried, read_grid
from core.evaluation.sweeps.presets import PRESETS
from core.parsing import PARSERS
from core.parsing.adapters import adapter_names
from core.refining.options import WHOLE

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from core.evaluation.questions.base import QuestionSet
    from core.workbench import Workbench

OUT_FORMATS = (".csv", ".json", ".html")
SHOWN = ("line_recall", "token_recall", "token_precision", "token_iou", "page_first")

_NAMES: dict[str, tuple[str, tuple[str, ...] | None, str]] = {
    "strategies": ("--strategy", tuple(STRATEGIES), f"of {', '.join(STRATEGIES)}"),
    "parsers": (
        "--parser",
        (*PARSERS, *adapter_names()),
        f"of {', '.join(PARSERS)}, or another parser whose output each document has; else each "
        "document as it is in the library",
    ),
    "encoders": ("--encoder", None, "embedding models; else as the settings say"),
    "refining": (
        "--refining",
        None,
        f"what each chunk is searched with beside its words: of {', '.join(WHOLE.model_dump())}, "
        "several joined by -, or none",
    ),
}
"""Lists of names in a grid: their flag, the names there are, and help."""
_LISTS = (
    *_NAMES,
    "neighbourhoods",
    *RetrievalOptions.model_fields,
    "threshold",
    "max_citations",
)


def add_evaluate(parser: ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument(
        "questions",
        metavar="QUESTIONS",
        nargs="?",
        help="a file of questions, or the name of a set that is kept; before any list of values",
    )
    parser.add_argument(
        "--document",
        dest="documents",
        metavar="FILE",
        type=Path,
        action="append",
        default=[],
        help="a file that is added to the library first; may be given several times",
    )
    _add_what_is_tried(parser)
    parser.add_argument(
        "--within",
        choices=[within.value for within in Within],
        default=Within.DOCUMENT.value,
        help="search in the documents of a question, or in those of all questions",
    )
    parser.add_argument(
        "--answers",
        action="store_true",
        help="also answer each question without a language model, and judge the answers by the "
        "lines that they cite: some half a second a question",
    )
    parser.add_argument(
        "--answers-by-model",
        action="store_true",
        help="also let the language model of the settings answer each question, and judge its "
        "claims and citations; what that costs is said first",
    )
    _add_running(parser)


def _add_what_is_tried(parser: ArgumentParser) -> None:
    preset = parser.add_mutually_exclusive_group()
    preset.add_argument("--preset", choices=tuple(PRESETS), help="a grid to start from")
    preset.add_argument(
        "--grid", metavar="FILE", type=Path, help="likewise, from lists in a file of JSON"
    )
    for name, (flag, choices, purpose) in _NAMES.items():
        parser.add_argument(
            flag, dest=name, nargs="+", metavar="NAME", choices=choices, help=purpose
        )
    parser.add_argument(
        "--neighbourhood",
        dest="neighbourhoods",
        nargs="+",
        metavar="NUMBER",
        type=float,
        help="Weight of the neighbouring chunks' vectors in that of a chunk.",
    )
    add_fields(parser, {"retrieval": RetrievalOptions}, several=True)
    add_fields(parser, {"answers": AnswerOptions}, several=True, leave_out={"passages"})
    parser.add_argument(
        "--one-at-a-time",
        action="store_true",
        help="instead of all combinations, vary one option after the other beside the first "
        "values of the rest",
    )
    add_fields(
        parser, strategy_models(), several=True, leave_out=set(RetrievalOptions.model_fields)
    )


def _add_running(parser: ArgumentParser) -> None:
    parser.add_argument("--name", help="what the sweep is called; else as the questions are")
    add_workers(parser, "processes that work beside each other; else one a core")
    parser.add_argument(
        "--measure",
        dest="measures",
        nargs="+",
        metavar="NAME",
        choices=tuple(MEASURES),
        help=f"columns of the table that is printed, of {', '.join(MEASURES)}; files hold all",
    )
    parser.add_argument(
        "--out", metavar="FILE", type=Path, help="write results there: .csv, .json or .html"
    )
    parser.add_argument("--resume", metavar="KEY", help="go on with a sweep, or show its results")
    parser.add_argument(
        "--list", action="store_true", help="show the sweeps that are kept, and the presets"
    )


def grid_of(arguments: Namespace, workbench: Workbench, questions: QuestionSet) -> Grid:
    """The grid that the arguments name; they change the preset or the file where one is given.

    Raises:
        InvalidOption: a value cannot be used, or the file holds no grid.
        InputError: the file cannot be read.
    """
    start = library_configuration(workbench.settings)
    chosen = {name: getattr(arguments, name) for name in _LISTS}
    chosen = {name: values for name, values in chosen.items() if values is not None}
    options = {name: values for name in _options() if (values := getattr(arguments, name))}
    if arguments.preset:
        kinds = [workbench.library.get(name).kind for name in questions.documents]
        ranges = PRESETS[arguments.preset].grid(kinds, start).model_dump()
    elif arguments.grid:
        ranges = _read(arguments.grid)
    else:
        ranges = _usual(chosen.get("strategies", [start.strategy]), start)
    own = ranges.get("options", {})
    one_at_a_time = {"one_at_a_time": True} if arguments.one_at_a_time else {}
    options = {"options": {**own, **options}}
    return read_grid({"encoders": [start.encoder], **ranges, **chosen, **options, **one_at_a_time})


def _options() -> list[str]:
    names = {name for model in strategy_models().values() for name in model.model_fields}
    return sorted(names - set(RetrievalOptions.model_fields))


def _usual(strategies: list[str], start: Configuration) -> dict[str, Any]:
    """What `chunk` and `ask` start with; of other strategies, 128 tokens if none is planned."""
    if strategies == [start.strategy]:
        return around(start).model_dump()
    sized = [name for name in strategies if "max_tokens" in chunker(name).options.model_fields]
    usual = sized and not PLANNED & set(strategies)
    options = {"max_tokens": [Configuration.default().options.size]} if usual else {}
    return {**carried(start), "options": options}


def _read(path: Path) -> dict[str, Any]:
    try:
        content = json.loads(path.read_bytes())
    except OSError as error:
        raise InputError(
            f"{path} cannot be read ({error.strerror}). Give a file of JSON with lists of values."
        ) from error
    except ValueError as error:
        raise InvalidOption(f"{path} is no JSON: {error}. Correct it.") from error
    if not isinstance(content, dict):
        known = ", ".join(Grid.model_fields)
        raise InvalidOption(f"{path} holds no grid. It may hold lists of: {known}.")
    return content
