"""All readings of a document side by side: what each found, how long it took, what it gets right.

A reading is the tree that a parser gives: our own ones, and others whose output was brought or
made. Corrections by hand are left out, since they are of no parser.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import astuple, dataclass, field, replace
from typing import TYPE_CHECKING

from pydantic import ValidationError

from core.errors import Cancelled, SightlineError
from core.evaluation.gold.scoring import MEASURES, ReadingScores, score_reading
from core.evaluation.gold.stored_gold import gold_of
from core.export.tables import TableForm, as_table
from core.parsing import get_parser, parsers_for
from core.parsing.alignment.findings import counts
from core.parsing.native_options import ALIGNMENT
from core.parsing.tree_comparison import elements
from core.sir import HEADINGS, ElementType, Sir

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from core.evaluation.gold.base import Gold
    from core.library import DocumentRecord, ParseInfo
    from core.parsing.base import ParserOptions
    from core.parsing.native_files import NativeFile
    from core.progress import Progress
    from core.workbench import Workbench

Value = str | float | bool | None
"""What stands in a cell of a table; None where there is no such thing."""
_COUNTED = ("words", "exact", "sentences", "nowhere")


@dataclass(frozen=True, slots=True)
class Reading:
    """A reading that is made: its parser, and what it took.

    `key` names its tree. `now` is the one that the document is read by, `options` its options.
    `brought` says that somebody brought the output of this parser. `seconds` are those until the
    tree was there; None for what was made elsewhere. `dollars` is what a service took for it, None
    where that is not known.
    """

    parser: str
    key: str
    now: bool = False
    brought: bool = False
    seconds: float | None = None
    dollars: float | None = 0.0
    options: ParserOptions | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class ReadingRow:
    """A reading in figures.

    `classes` counts elements, a table being one. `words` are those of its texts, `exact` those of
    which the place on the page is known exactly. Of its `sentences` (or cells, items, headings),
    `nowhere` stand nowhere on the pages. `problem` says why there are no figures.
    """

    reading: Reading
    pages: int
    classes: Mapping[str, int] = field(default_factory=dict)
    words: int = 0
    exact: int = 0
    headings: int = 0
    tables: int = 0
    sentences: int = 0
    nowhere: int = 0
    scores: ReadingScores | None = None
    problem: str = ""

    @property
    def elements(self) -> int:
        """Number of elements."""
        return sum(self.classes.values())

    @property
    def exact_share(self) -> float | None:
        """Share of the words whose place is known exactly; None without words."""
        return self.exact / self.words if self.words else None

    @property
    def seconds_per_page(self) -> float | None:
        """Seconds by pages, where they are known."""
        return None if self.reading.seconds is None else self.reading.seconds / self.pages


def readings_made(bench: Workbench, record: DocumentRecord) -> tuple[Reading, ...]:
    """The readings of a document that are there: its own, our others, and those of other parsers.

    Raises:
        DataDamaged: the list of outputs of other parsers cannot be read.
    """
    now = record.parse.parser if record.parse else ""
    outputs = bench.parsers.outputs(record.sha)
    readings = [_of_output(bench, record, output) for output in outputs]
    for name in reversed(parsers_for(record.kind)):
        seconds = bench.documents.route_seconds(record.sha, name)
        if name != now and seconds is not None:
            key = bench.documents.route_key(record.sha, name)
            readings.insert(0, Reading(name, key, seconds=seconds))
    others = tuple(reading for reading in readings if reading.parser != now)
    own = next((reading for reading in readings if reading.parser == now), None)
    return (_now(record.parse, own), *others) if record.parse else others


def missing_readings(bench: Workbench, record: DocumentRecord) -> tuple[str, ...]:
    """The parsers of our own that can read a document and have not yet."""
    made = {reading.parser for reading in readings_made(bench, record)}
    return tuple(name for name in parsers_for(record.kind) if name not in made)


def reading_rows(
    bench: Workbench,
    record: DocumentRecord,
    parsers: Iterable[str] = (),
    progress: Progress | None = None,
) -> tuple[ReadingRow, ...]:
    """The readings of a document in figures, scored where it has gold; the `parsers` are run first.

    A reading that fails is a row with its problem. `progress` counts readings; while a parser is
    run, its pages.

    Raises:
        DataDamaged: its gold, or the list of outputs of other parsers, cannot be read.
        Cancelled: `progress` asked for it; what was read is kept.
    """
    failed = [row for name in parsers if (row := _run(bench, record, name, progress))]
    gold = gold_of(bench.library, record.sha)
    readings = readings_made(bench, record)
    rows: list[ReadingRow] = []
    for number, reading in enumerate(readings):
        if progress:
            progress(number, len(readings))
        rows.append(_row(bench, record, reading, gold))
    return (*rows, *failed)


def rows_as_csv(rows: Sequence[ReadingRow]) -> str:
    """The rows as CSV with a heading; see `plain_rows`."""
    columns, cells = _table(rows)
    named = (dict(zip(columns, map(_yes_or_no, row), strict=True)) for row in cells)
    return as_table(named, columns, TableForm.CSV)


def plain_rows(rows: Sequence[ReadingRow]) -> list[dict[str, Value]]:
    """Plain values: what was found, what it took, scores with intervals, then the classes."""
    columns, cells = _table(rows)
    return [dict(zip(columns, row, strict=True)) for row in cells]


def _table(rows: Sequence[ReadingRow]) -> tuple[list[str], list[list[Value]]]:
    measures = [name for name in MEASURES if any(r.scores and r.scores.score(name) for r in rows)]
    classes = sorted({name for row in rows for name in row.classes})
    gold = sorted({name for row in rows if row.scores for name in row.scores.classes})
    ends = ("", " low", " high", " n")
    columns = [
        *("parser", "now", "brought", "pages", "elements", "words", "located exactly"),
        *("headings", "tables", "sentences", "nowhere", "seconds", "dollars"),
        *(f"{name}{end}" for name in measures for end in ends),
        *(f"F1 {name}{end}" for name in gold for end in ends),
        *(f"elements: {name}" for name in classes),
        "problem",
    ]
    return columns, [_cells(row, measures, gold, classes) for row in rows]


def _of_output(bench: Workbench, record: DocumentRecord, output: NativeFile) -> Reading:
    found = bench.documents.route_seconds(record.sha, output.parser) or 0.0
    return Reading(
        output.parser,
        output.file,
        brought=not output.run,
        seconds=None if output.seconds is None else output.seconds + found,
        dollars=output.dollars,
    )


def _now(parse: ParseInfo, of_output: Reading | None) -> Reading:
    try:
        options = get_parser(parse.parser).options(**parse.options)
    except ValidationError:
        options = None  # of an earlier version: read with today's
    reading = of_output or Reading(parse.parser, "", seconds=parse.seconds)
    return replace(reading, key=parse.key, now=True, options=options)


def _run(
    bench: Workbench, record: DocumentRecord, parser: str, progress: Progress | None
) -> ReadingRow | None:
    """Reads a document by a parser; a row with the problem if that fails."""
    try:
        bench.documents.trial(record.sha, parser, progress)
    except Cancelled:
        raise
    except SightlineError as error:
        return ReadingRow(Reading(parser, ""), record.page_count, problem=str(error))
    return None


def _row(
    bench: Workbench, record: DocumentRecord, reading: Reading, gold: Sequence[Gold]
) -> ReadingRow:
    try:
        sir = bench.documents.trial(record.sha, reading.parser, options=reading.options)
    except Cancelled:
        raise
    except SightlineError as error:
        return ReadingRow(reading, record.page_count, problem=str(error))
    return figures_of(sir, reading, gold)


def figures_of(sir: Sir, reading: Reading, gold: Sequence[Gold] = ()) -> ReadingRow:
    """A tree in figures, scored where there is gold."""
    words, exact, sentences, nowhere = _located(sir)
    flow = Counter(node.type for node in sir.nodes[: sir.flow])
    return ReadingRow(
        reading,
        len(sir.pages),
        dict(Counter(sir.nodes[index].type.value for index in elements(sir)).most_common()),
        words,
        exact,
        sum(flow[heading] for heading in HEADINGS),
        flow[ElementType.TABLE],
        sentences,
        nowhere,
        score_reading(sir, gold) if gold else None,
    )


def _located(sir: Sir) -> tuple[int, ...]:
    noted = [sir.metadata.get(f"{ALIGNMENT}{name}") for name in _COUNTED]
    if all(noted):
        return tuple(int(value) for value in noted if value)
    found = counts(sir)
    return tuple(getattr(found, name) for name in _COUNTED)


def _cells(
    row: ReadingRow, measures: Sequence[str], gold: Sequence[str], classes: Sequence[str]
) -> list[Value]:
    reading, scores = row.reading, row.scores
    by_class = scores.classes if scores else {}
    figures = [scores.score(name) if scores else None for name in measures]
    figures += [by_class[name].f1 if name in by_class else None for name in gold]
    facts: list[Value] = [
        reading.parser,
        reading.now,
        reading.brought,
        row.pages,
        row.elements,
        row.words,
    ]
    facts += [row.exact_share, row.headings, row.tables, row.sentences, row.nowhere]
    facts += [reading.seconds, reading.dollars]
    counted = [row.classes.get(name, 0) for name in classes]
    ends = [end for each in figures for end in (astuple(each.interval) if each else [None] * 4)]
    return [*facts, *ends, *counted, row.problem]


def _yes_or_no(value: Value) -> Value:
    return ("yes" if value else "no") if isinstance(value, bool) else value
