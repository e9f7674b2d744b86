"""How far the trees of two routes agree, and which of them lets more evidence be found."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import streamlit as st

from components import resources, state
from components.comparison.figures import Figure, decimal, share
from components.comparison.scoring import Side, agreement_rows, contest
from components.forms.configuration_form import linked_configuration
from core.configuration.labels import label
from core.evaluation.agreement.tree_agreement import MOST_CELLS, TreeView, tree_agreement
from core.parsing.adapters import parser_title
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
    key: tuple[str, str, str]
    views: tuple[TreeView, TreeView]
    found: dict[int | None, TreeAgreement]


def tree_agreement_rows(sir: Sir, trial: Trial, scored: Contest | None, page: int) -> None:
    """The figures of the 1-based page or of all pages, and what both find for questions."""
    agreement_rows(
        "routes-scope",
        page,
        lambda only: _agreement(sir, trial, only),
        agreement_in_words,
        agreement_figures,
        ABOUT,
        scored,
    )


def agreement_in_words(alike: TreeAgreement) -> str:
    """What the figures come to, in a sentence."""
    if alike.text is None or alike.places is None:
        return "There is too little here to compare."
    return (
        f"{share(alike.text)} of the words stand in the same order in both, and "
        f"{share(alike.places)} of the elements in the same places."
    )


def agreement_figures(alike: TreeAgreement) -> list[Figure]:
    """The agreement as figures: boxes, text, order, headings, tables, words."""
    tables = f" ({alike.table_count})" if alike.table_count else ""
    values = {
        "Boxes": decimal(alike.boxes),
        "Places": decimal(alike.places),
        "Text": decimal(alike.text),
        "Edits": decimal(alike.edits),
        "Order": decimal(alike.order),
        "Headings": decimal(alike.headings),
        "Tables": f"{decimal(alike.tables)}{tables}",
        "Words only now | other": f"{share(alike.only_one)} | {share(alike.only_other)}",
    }
    return [
        Figure(name, value, _MEANINGS[name].format(most_cells=MOST_CELLS))
        for name, value in values.items()
    ]


def route_contest(record: DocumentRecord, trial: Trial) -> Contest | None:
    """Both parsers scored as things are set; None while they are not, with the way there."""
    config = linked_configuration(state.view().recipe)
    other = parser_title(trial.parser)
    scored = contest(
        record,
        Side("Now", config),
        Side(other, replace(config, parser=trial.parser)),
        key="routes",
    )
    if scored is None:
        return None
    sentences = [f"Both cut by {label(config)}.", scored.notice]
    if resources.workbench().documents.corrections(record.sha):
        sentences.append("Corrections by hand are in the present tree only.")
    return scored._replace(notice=" ".join(filter(None, sentences)))


def _agreement(sir: Sir, trial: Trial, page: int | None) -> TreeAgreement:
    cached: _Held | None = state.kept(_HELD, None)
    if cached is None or cached.key != trial.key:
        cached = _Held(trial.key, (TreeView(sir), TreeView(trial.sir)), {})
        state.keep(_HELD, cached)
    if page not in cached.found:
        with st.spinner("Comparing the trees…", width="content"):
            cached.found[page] = tree_agreement(*cached.views, trial.found, page)
    return cached.found[page]
