"""The present tree of a document beside that of another route: elements, boxes, times."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources
from components.foreign_text import plain
from components.labels.routes import (
    CHANGES,
    counts_in_words,
    meaning,
    seconds_in_words,
    within,
)
from components.structure.readings.agreement import route_contest, tree_agreement_rows
from components.structure.readings.boxes import beside, on_one_page, shown_page
from components.structure.readings.deviations import deviation_list
from components.structure.readings.marks import COLOUR, change_legend
from components.structure.readings.other_parsers import added_last, other_parsers
from components.structure.readings.trial import (
    NOW,
    OTHER,
    Trial,
    make_trial,
    picked,
    picker,
    use_button,
)
from components.widgets.layout import room
from components.widgets.listbox import outline
from components.widgets.listbox.tree_rows import TreeRow, aside_count, aside_rows, tree_rows
from components.widgets.switch import switch
from core.parsing import FROM_TEXT, PARSERS, parsers_for
from core.parsing.adapters import parser_title
from core.parsing.parse_info import AUTOMATIC
from core.parsing.tree_comparison import Change

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Mapping

    from core.library import DocumentRecord
    from core.sir import Sir


def two_trees(record: DocumentRecord, sir: Sir, trial: Trial) -> None:
    """The present tree on the left, the other on the right; a choice shows in both."""
    with st.container(horizontal=True, vertical_alignment="center", gap="large"):
        only = st.toggle(
            "Only what differs",
            key="routes-only",
            help="Hide elements that both trees have with the same class and level.",
        )
        change_legend()
    chosen = picked(trial)
    for place, side, tree, changes, selected, name in zip(
        st.columns(2, gap="medium"),
        (NOW, OTHER),
        (sir, trial.sir),
        (trial.found.one, trial.found.other),
        chosen,
        ("now", within(trial.parser)),
        strict=True,
    ):
        with place, room("routes-trees", side):
            outline(
                compared_rows(tree, changes, only=only),
                key=f"routes-tree-{side}",
                name=f"{'/'.join(trial.key)}/{only}",
                label=f"Structure of {record.name}, {name}",
                selected=selected,
                on_choose=picker(sir, trial, side),
            )


def compared_rows(sir: Sir, changes: Mapping[int, Change], *, only: bool) -> list[TreeRow]:
    """All rows of a tree, what was set aside behind the flow, each with its change.

    With `only`, just what differs and what stands above it.
    """
    rows = [*tree_rows(sir), *(_aside(row) for row in aside_rows(sir))]
    if only:
        differing = {index for index, change in changes.items() if change is not Change.SAME}
        shown = differing | {
            above for at in differing if at < sir.flow for above in sir.ancestors(at)
        }
        rows = [row for row in rows if row.node in shown]
    return [_marked(row, changes.get(row.node)) for row in rows]


def _aside(row: TreeRow) -> TreeRow:
    return row._replace(kind=f"set aside: {row.kind or 'text'}")


def _marked(row: TreeRow, change: Change | None) -> TreeRow:
    if change in (None, Change.SAME):
        return row
    return row._replace(note=CHANGES[change], colour=COLOUR[change])


_LOOKS = {"Trees": two_trees, "Boxes side by side": beside, "Boxes on one page": on_one_page}


def compare_routes(record: DocumentRecord, sir: Sir) -> None:
    """A choice of another route, the way to run it, and what differs; a text has no other."""
    if record.parse and record.parse.parser in FROM_TEXT:
        st.info(
            f"{plain(record.name)} is read from the file itself, as it was given: there is no "
            "other route to compare with.",
            icon=":material/notes:",
        )
        return
    other_parsers(record)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        parser = _choice(record)
        trial = make_trial(record, sir, parser)
        look = _look(record, trial) if trial else ""
        scored = route_contest(record, trial) if trial else None
    if trial is None:
        st.caption(plain(meaning(parser)))
        return
    _summary(record, sir, trial)
    deviation_list(trial.sir, picker(sir, trial, OTHER))
    tree_agreement_rows(sir, trial, scored, shown_page(record, sir, trial))
    _LOOKS[look](record, sir, trial)


def _choice(record: DocumentRecord) -> str:
    """The parser to compare with; at first one that may give something else."""
    now, route = (record.parse.parser, record.parse.route) if record.parse else ("", "")
    outputs = resources.workbench().parsers.outputs(record.sha)
    added, turn = added_last(record)
    # The choice of the Inspector says little beside one of our routes, and most beside another's.
    least = (route, AUTOMATIC) if now in PARSERS else ()
    used = record.parse.options.get("native") if record.parse else None
    # What the parser in use gave anew is another reading too.
    brought = [kept.parser for kept in outputs if kept.parser != now or kept.file != used]
    others = [*(name for name in parsers_for(record.kind) if name != now), *brought]
    return st.selectbox(
        "Compare with",
        sorted(others, key=lambda name: (name != added, name in least)),
        format_func=parser_title,
        key=f"routes-parser-{record.sha}-{now}-{turn}",
        width=320,
        help="Another way to read this document.",
    )


def _look(record: DocumentRecord, trial: Trial) -> str:
    use_button(record, trial)
    return switch("Show the difference as", tuple(_LOOKS), "routes-look", shown=True)


def _summary(record: DocumentRecord, sir: Sir, trial: Trial) -> None:
    counts, other_counts = trial.found.counts
    parse = record.parse
    now = f"Now: {parser_title(parse.parser)}" if parse else "Now"
    left, right = st.columns(2, gap="medium")
    left.markdown(_facts(now, parse.seconds if parse else None, sir, counts))
    right.markdown(_facts(parser_title(trial.parser), trial.seconds, trial.sir, other_counts))


def _facts(name: str, seconds: float | None, sir: Sir, counts: Counter[Change]) -> str:
    facts = [f"**{plain(name)}**", seconds_in_words(seconds), f"{sum(counts.values()):,} elements"]
    if aside := aside_count(sir):
        facts.append(f"{aside:,} set aside")
    return f"{' · '.join(filter(None, facts))}  \n{counts_in_words(counts)}"
