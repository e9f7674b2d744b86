"""How far the trees of two routes agree, and which of them lets more evidence be found."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import streamlit as st

from components import resources, state
from components.comparison.figures import (
    DOCUMENT,
    Figure,
    decimal,
    figure_row,
    scope,
    share,
)
from components.comparison.scoring import Side, contest, contest_row
from components.forms.configuration_form import linked_configuration
from components.labels.routes import in_words
from components.labels.settings import setting_words
from core.evaluation.agreement.tree_agreement import MOST_CELLS, TreeView, tree_agreement

if TYPE_CHECKING:
    from components.comparison.scoring import Contest
    from components.structure.readings.trial import Trial
    from core.evaluation.agreement.tree_agreement import TreeAgreement
    from core.library import DocumentRecord
    from core.sir import Sir

_HELD = "sightline.routes-agreement"
ABOUT = (
    "How far the two trees agree. That says how alike they are, not which is right: neither is "
    "gold, and all figures are the same from either side. 1 where they are alike, but 0 for Edits, "
    "Order and the words that only one has. A dash: neither tree has any."
)


class _Held(NamedTuple):
    """The views of the trial shown last, and the figures made so far, by page."""

    key: tuple[str, str, str]
    views: tuple[TreeView, TreeView]
    found: dict[int | None, TreeAgreement]


def agreement_rows(sir: Sir, trial: Trial, scored: Contest | None, page: int) -> None:
    """The figures of the 1-based page or of all pages, and what both find for questions."""
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        only = None if scope("routes-scope", page) == DOCUMENT else page
        found = _agreement(sir, trial, only)
        st.markdown(agreement_in_words(found))
    figure_row(agreement_figures(found), ABOUT)
    if scored:
        contest_row(scored, only)


def agreement_in_words(found: TreeAgreement) -> str:
    """What the figures come to, in a sentence."""
    if found.text is None or found.places is None:
        return "There is too little here to compare."
    return (
        f"{share(found.text)} of the words stand in the same order in both, and "
        f"{share(found.places)} of the elements in the same places."
    )


def agreement_figures(found: TreeAgreement) -> list[Figure]:
    """The agreement as figures: boxes, text, order, headings, tables, words."""
    tables = f" ({found.table_count})" if found.table_count else ""
    return [
        Figure(
            "Boxes",
            decimal(found.boxes),
            "F1 of elements of the same class whose boxes overlap with an IoU of 0.5 or more, one "
            "to one (thesis, 3.5.1), the present tree in the place of the gold.",
        ),
        Figure("Places", decimal(found.places), "The same, whatever the class."),
        Figure(
            "Text",
            decimal(found.text),
            "NID: share of the words that stand in the same order in both (opendataloader-bench, "
            "here by words).",
        ),
        Figure(
            "Edits",
            decimal(found.edits),
            "Normalised edit distance of the words in reading order, 0 for the same (thesis, "
            "3.5.2, equations 3.6 to 3.8).",
        ),
        Figure(
            "Order",
            decimal(found.order),
            "Reading-order distance of the elements that both have, 0 for the same (thesis, "
            "3.5.2; OmniDocBench).",
        ),
        Figure(
            "Headings",
            decimal(found.headings),
            "MHS: similarity of headings and the text below each (opendataloader-bench); of the "
            "document the mean over the pages with a heading.",
        ),
        Figure(
            "Tables",
            f"{decimal(found.tables)}{tables}",
            "Mean TEDS of the tables that both have (thesis, 3.5.2, equation 3.9), and how many; "
            f"those of more than {MOST_CELLS} cells are left out.",
        ),
        Figure(
            "Words only now | other",
            f"{share(found.only_one)} | {share(found.only_other)}",
            "Share of the words in the flow that only this tree has, or has more often: of the "
            "present tree, and of the other.",
        ),
    ]


def route_contest(record: DocumentRecord, trial: Trial) -> Contest | None:
    """Both parsers scored as things are set; None while they are not, with the way there."""
    config = linked_configuration(state.view().recipe)
    other = in_words(trial.parser)
    found = contest(
        record,
        Side("Now", config),
        Side(other, replace(config, parser=trial.parser)),
        key="routes",
    )
    if found is None:
        return None
    said = [f"Both cut by {setting_words(config)}.", found.notice]
    if resources.workbench().documents.corrections(record.sha):
        said.append("Corrections by hand are in the present tree only.")
    return found._replace(notice=" ".join(filter(None, said)))


def _agreement(sir: Sir, trial: Trial, page: int | None) -> TreeAgreement:
    held: _Held | None = state.kept(_HELD, None)
    if held is None or held.key != trial.key:
        held = _Held(trial.key, (TreeView(sir), TreeView(trial.sir)), {})
        state.keep(_HELD, held)
    if page not in held.found:
        with st.spinner("Comparing the trees…", width="content"):
            held.found[page] = tree_agreement(*held.views, trial.found, page)
    return held.found[page]
