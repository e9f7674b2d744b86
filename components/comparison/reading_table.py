"""All readings of a document in a table: what each found, what it took, what it gets right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from components import resources, state
from components.foreign_text import plain
from components.labels.elements import class_words
from components.labels.reading_figures import (
    ABOUT,
    COLUMNS,
    difference_in_words,
    measure_meaning,
    measure_name,
    reading_name,
    score_in_words,
)
from components.widgets.export import table_export
from core.evaluation.gold.score import score_difference
from core.evaluation.gold.scoring import MEASURES
from core.evaluation.gold.stored_gold import gold_of
from core.evaluation.readings import Reading, ReadingRow, plain_rows, reading_rows, readings_made
from core.parsing.adapters import parser_title
from core.sir import ElementType
from core.text.counts import number_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.library import DocumentRecord

_KEY = "sightline.readings"
_ROW, _HEAD = 35, 38
"""Pixels of a row and of the head of a table."""
_FORMATS = {
    "Located": "percent",
    "Seconds": "%.2f",
    "s a page": "%.2f",
    "Cost, $": "%.4f",
}


def reading_table(record: DocumentRecord) -> None:
    """The readings that are made, each a row; below, by class and two beside each other."""
    rows = _rows(record)
    if not rows:
        st.caption("This document has not been read yet.")
        return
    scored = [row for row in rows if row.scores]
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        count = number_of(len(rows), "reading")
        st.markdown(f"**{count} of this document**", width="content")
        table_export(
            "Export",
            lambda: plain_rows(rows),
            {name: name for row in plain_rows(rows) for name in row},
            "readings",
            "A row for each reading: what was found, what it took, scores with their intervals, "
            "and elements of each class.",
            key="readings-export",
        )
        _meanings(scored)
    _table(rows, scored)
    for row in rows:
        if row.problem:
            st.warning(f"{plain(parser_title(row.reading.parser))}: {plain(row.problem)}")
    if scored:
        st.caption(ABOUT)
    _classes(record, rows)
    if len(scored) > 1:
        _two(record, scored)


def _rows(record: DocumentRecord) -> tuple[ReadingRow, ...]:
    """The rows, made anew where a reading or the gold is another one."""
    bench = resources.workbench()
    gold = gold_of(bench.library, record.sha)
    readings: tuple[Reading, ...] = readings_made(bench, record)
    of = (record.sha, readings, tuple((each.form, each.added_at) for each in gold))

    def made() -> tuple[ReadingRow, ...]:
        with st.spinner("Counting and scoring the readings…", show_time=True, width="content"):
            return reading_rows(bench, record)

    return state.remembered(_KEY, of, made)


def _meanings(scored: Sequence[ReadingRow]) -> None:
    told = [*COLUMNS.items(), *((measure_name(m), measure_meaning(m)) for m in _told(scored))]
    with st.popover("What do these mean?", icon=":material/help:"):
        st.markdown("\n".join(f"- **{name}**: {text}" for name, text in told))


def _told(rows: Sequence[ReadingRow]) -> list[str]:
    return [name for name in MEASURES if any(r.scores and r.scores.score(name) for r in rows)]


def _table(rows: Sequence[ReadingRow], scored: Sequence[ReadingRow]) -> None:
    measures = _told(scored)
    helps = COLUMNS | {measure_name(name): measure_meaning(name) for name in measures}
    _show([_cells(row, measures) for row in rows], helps)


def _cells(row: ReadingRow, measures: Sequence[str]) -> dict[str, Any]:
    reading, known = row.reading, not row.problem
    cells: dict[str, Any] = {
        "Reading": reading_name(reading),
        "Elements": row.elements if known else None,
        "Words": row.words if known else None,
        "Located": row.exact_share,
        "Headings": row.headings if known else None,
        "Tables": row.tables if known else None,
        "Not on the page": row.nowhere if known else None,
        "Seconds": reading.seconds,
        "s a page": row.seconds_per_page,
        "Cost, $": reading.dollars,
    }
    scores = row.scores
    scored = {
        measure_name(m): score_in_words(scores.score(m) if scores else None) for m in measures
    }
    return cells | scored


def _show(rows: Sequence[dict[str, Any]], helps: dict[str, str]) -> None:
    """A table whose heads explain themselves; it holds no Markdown."""
    import pandas as pd

    # No column is pinned, for it would be drawn in a grey that is hard to read.
    config = {
        name: st.column_config.NumberColumn(format=_FORMATS[name], help=text)
        if name in _FORMATS
        else st.column_config.Column(help=text)
        for name, text in helps.items()
    }
    height = _HEAD + _ROW * len(rows)
    st.dataframe(
        pd.DataFrame(rows), hide_index=True, column_config=config, height=height, placeholder="–"
    )


def _classes(record: DocumentRecord, rows: Sequence[ReadingRow]) -> None:
    known = [row for row in rows if not row.problem]
    with st.expander("By class", icon=":material/category:", key=f"readings-classes-{record.sha}"):
        names = sorted({name for row in known for name in row.classes})
        st.caption("How many elements of each class there are.")
        _show(
            [
                _named(row)
                | {class_words(ElementType(n)).capitalize(): row.classes.get(n, 0) for n in names}
                for row in known
            ],
            {"Reading": COLUMNS["Reading"]},
        )
        kinds = sorted({kind for row in known if row.scores for kind in row.scores.classes})
        if kinds:
            st.caption(
                "F1 of the boxes of each class of the ground truth (IoU 0.5), with its range; "
                "behind it boxes that are right, found, and in the ground truth."
            )
            _show(
                [
                    _named(row) | {kind.capitalize(): _class(row, kind) for kind in kinds}
                    for row in known
                ],
                {"Reading": COLUMNS["Reading"]},
            )


def _named(row: ReadingRow) -> dict[str, Any]:
    return {"Reading": reading_name(row.reading)}


def _class(row: ReadingRow, kind: str) -> str:
    score = row.scores.classes.get(kind) if row.scores else None
    if score is None:
        return "–"
    return f"{score_in_words(score.f1)} · {score.both}/{score.found}/{score.wanted}"


def _two(record: DocumentRecord, rows: Sequence[ReadingRow]) -> None:
    with st.expander(
        "Two readings on the ground truth",
        icon=":material/compare_arrows:",
        key=f"readings-two-{record.sha}",
    ):
        names = {reading_name(row.reading): row for row in rows}
        left, right = st.columns(2)
        first = left.selectbox("Reading", list(names), key=f"readings-first-{record.sha}")
        others = [name for name in names if name != first]
        second = right.selectbox("Compared with", others, key=f"readings-second-{record.sha}")
        one, other = names[first].scores, names[second].scores
        if one and other:
            _show(
                [
                    {
                        "Measure": measure_name(name),
                        "First": score_in_words(one.score(name)),
                        "Second": score_in_words(other.score(name)),
                        "First minus second": difference_in_words(
                            score_difference(one.score(name), other.score(name))
                        ),
                    }
                    for name in _told(rows)
                ],
                {"First minus second": "With the range of 95% of draws of the same pages."},
            )
