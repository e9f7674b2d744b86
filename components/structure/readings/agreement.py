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
from core.text.word_tables import word_table

if TYPE_CHECKING:
    from components.comparison.scoring import Contest
    from components.structure.readings.trial import Trial
    from core.evaluation.agreement.tree_agreement import TreeAgreement
    from core.library import DocumentRecord
    from core.sir import Sir

_MEANINGS = word_table(__file__)
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
    values = {
        "Boxes": decimal(found.boxes),
        "Places": decimal(found.places),
        "Text": decimal(found.text),
        "Edits": decimal(found.edits),
        "Order": decimal(found.order),
        "Headings": decimal(found.headings),
        "Tables": f"{decimal(found.tables)}{tables}",
        "Words only now | other": f"{share(found.only_one)} | {share(found.only_other)}",
    }
    return [
        Figure(name, value, _MEANINGS[name].format(most_cells=MOST_CELLS))
        for name, value in values.items()
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
