"""Readings of a document as lines for a terminal and as values of JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from core.evaluation.gold.scoring import LESS_IS_BETTER, MEASURES
from core.text.counts import number_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.evaluation.gold.base import Gold
    from core.evaluation.gold.score import Score
    from core.evaluation.readings import ReadingRow
    from core.library import DocumentRecord

_COLUMN = 10
_SCORE = 22
_NAMES = {
    "layout": "boxes F1@0.5",
    "layout_mean": "boxes F1@0.5:0.95",
    "text": "text NID",
    "edits": "edit distance",
    "order": "order distance",
    "headings": "headings MHS",
    "heading_f1": "headings F1",
    "tables": "tables TEDS",
}
"""What each measure is called in the table."""


def reading_lines(
    record: DocumentRecord, rows: Sequence[ReadingRow], gold: Sequence[Gold]
) -> Iterator[str]:
    """A line for each reading, then a block for each measure that the gold tells."""
    count = number_of(len(rows), "reading")
    yield f"{record.name}: {count} of {number_of(record.page_count, 'page')}"
    heads = ("elements", "words", "exact", "headings", "tables", "seconds", "s/page", "dollars")
    width = max(len(_name(row)) for row in rows) if rows else 0
    yield f"{'':<{width}}" + "".join(f"{head:>{_COLUMN}}" for head in (*heads, "nowhere"))
    for row in rows:
        cells = "".join(f"{cell:>{_COLUMN}}" for cell in _facts(row))
        yield f"{_name(row):<{width}}{cells}" if not row.problem else f"{_name(row)}  {row.problem}"
    if gold:
        yield from _score_lines(rows, gold, width)


def _score_lines(rows: Sequence[ReadingRow], gold: Sequence[Gold], width: int) -> Iterator[str]:
    names = ", ".join(f"{each.name} ({each.form})" for each in gold)
    yield ""
    yield f"Beside {names}; means with 95% intervals over pages, where there are several:"
    told = [name for name in MEASURES if any(r.scores and r.scores.score(name) for r in rows)]
    scored = [row for row in rows if row.scores]
    for name in told:
        yield f"{_NAMES[name]}{' (less is better)' if name in LESS_IS_BETTER else ''}"
        for row in scored:
            score = row.scores.score(name) if row.scores else None
            yield f"  {_name(row):<{width}}{_score(score):>{_SCORE}}"
    yield from _class_lines(scored, width)


def _class_lines(rows: Sequence[ReadingRow], width: int) -> Iterator[str]:
    for kind in sorted({kind for row in rows if row.scores for kind in row.scores.classes}):
        yield f"boxes of the class {kind}, F1@0.5 (right / found / in the gold)"
        for row in rows:
            each = row.scores.classes.get(kind) if row.scores else None
            if each:
                counts = f"{each.both} / {each.found} / {each.wanted}"
                yield f"  {_name(row):<{width}}{_score(each.f1):>{_SCORE}}  {counts}"


def _name(row: ReadingRow) -> str:
    return f"{row.reading.parser}{' (now)' if row.reading.now else ''}"


def _facts(row: ReadingRow) -> tuple[str, ...]:
    share = row.exact_share
    return (
        f"{row.elements:,}",
        f"{row.words:,}",
        "–" if share is None else f"{share:.1%}",
        f"{row.headings:,}",
        f"{row.tables:,}",
        _figure(row.reading.seconds, 2),
        _figure(row.seconds_per_page, 2),
        _figure(row.reading.dollars, 3),
        f"{row.nowhere:,}",
    )


def _figure(value: float | None, digits: int) -> str:
    return "–" if value is None else f"{value:.{digits}f}"


def _score(score: Score | None) -> str:
    if score is None:
        return "–"
    interval = score.interval
    if interval.low == interval.high:
        return f"{interval.mean:.3f}"
    return f"{interval.mean:.3f} ({interval.low:.3f}-{interval.high:.3f})"


def row_record(row: ReadingRow) -> dict[str, Any]:
    """A row for programs."""
    scores = row.scores
    told = {name: scores.score(name) for name in MEASURES} if scores else {}
    by_class = scores.classes if scores else {}
    return {
        "parser": row.reading.parser,
        "now": row.reading.now,
        "brought": row.reading.brought,
        "pages": row.pages,
        "elements": dict(row.classes),
        "words": row.words,
        "words_exact": row.exact,
        "headings": row.headings,
        "tables": row.tables,
        "sentences": row.sentences,
        "sentences_nowhere": row.nowhere,
        "seconds": row.reading.seconds,
        "dollars": row.reading.dollars,
        "scores": {name: _interval_record(score) for name, score in told.items() if score},
        "classes": {
            kind: {
                "gold": each.wanted,
                "found": each.found,
                "both": each.both,
                "f1": _interval_record(each.f1),
                "f1_mean": _interval_record(each.f1_mean),
            }
            for kind, each in by_class.items()
        },
        "problem": row.problem,
    }


def _interval_record(score: Score | None) -> dict[str, float | int] | None:
    return asdict(score.interval) if score else None
