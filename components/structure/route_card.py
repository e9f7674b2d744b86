"""The route of a document and of its pages, with the reasons for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components.foreign_text import plain
from components.labels.routes import given_as, page_in_words
from core.parsing.adapters import parser_title
from core.parsing.parse_info import AUTOMATIC
from core.sir import Route, Sir

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.inspection.results import Inspection
    from core.library import DocumentRecord, ParseInfo

_COLOURS = {
    Route.STRUCTURAL_RULE.value: "blue",
    Route.SEMANTIC_FLOW.value: "green",
    Route.VISUAL_TOPOLOGY.value: "violet",
}


_MOST = 3
"""Pages that are named one by one."""


def badge(route: str) -> str:
    """The name of a route as a coloured badge, in Markdown."""
    return f":{_COLOURS.get(route, 'gray')}-badge[{plain(parser_title(route))}]"


def page_badges(sir: Sir, numbers: Sequence[int]) -> None:
    """A line for each of these 1-based pages: its route, and the measure that decided so.

    Draws nothing for a tree whose pages do not say.
    """
    pages = [sir.pages[number - 1] for number in numbers if sir.pages[number - 1].route]
    for page in pages[:_MOST]:
        st.markdown(f"{badge(page.route)} {plain(page_in_words(page))}")
    if len(pages) > _MOST:
        st.caption(f"The other {len(pages) - _MOST} pages are listed under Inspection.")


def route_card(record: DocumentRecord, inspection: Inspection | None) -> None:
    """The route as a badge, who chose it, how sure that is, and the measures that decided.

    A document that was given as text was not inspected. Of what is no PDF it says how it is shown.
    """
    if record.parse and inspection is None:
        by_file = "read from the file itself, which needs no Inspector"
        how = "chosen by hand" if record.parse.chosen else by_file
        st.markdown(f"{badge(record.parse.route)} {how}")
    elif record.parse and inspection:
        st.markdown(
            f"{badge(record.parse.route)} {plain(route_facts(record.parse, inspection))}",
            help="Both go from 0 to 1. Confidence: how far the policy sees the chosen path ahead "
            "of the next one, or how sure a language model says it is. Risk: the share of pages "
            "on which something may be lost. More under Inspection.",
        )
    if kind := given_as(record.kind):
        st.caption(plain(f"{kind[0].upper()}{kind[1:]}."))


def route_facts(parse: ParseInfo, inspection: Inspection) -> str:
    """Who chose the route, and why; a later decision that is not used is told from it."""
    decision = inspection.decision
    now = inspection.decided_by or "policy"
    if parse.options.get("by_model"):
        return f"the Inspector's choice ({now}), single pages read by a language model"
    if parse.options.get("segments_by_model") and parse.parser == AUTOMATIC:
        return f"the Inspector's choice ({now}), parted by a language model"
    # A page by a model that was taken back leaves options behind, but no other route.
    as_inspected = (
        parse.parser == AUTOMATIC and parse.options.get("route") == decision.selected_path
    )
    if parse.chosen and not as_inspected:
        asked = parser_title(decision.selected_path).lower()
        return f"chosen by hand. The Inspector ({now}) would take {asked}: {decision.reason}"
    before = parse.decided_by or "policy"
    if parse.decided_by != inspection.decided_by:
        if parse.options.get("route") == decision.selected_path:
            return f"chosen by the Inspector ({before}); {now} would take it too: {decision.reason}"
        asked = parser_title(decision.selected_path).lower()
        return f"chosen by the Inspector ({before}); {now} would take {asked}: {decision.reason}"
    outcome = (
        f"chosen by the Inspector ({now}) · confidence {decision.confidence_score:.2f} · "
        f"risk {decision.risk_score:.2f} · {decision.reason}"
    )
    if parse.route == decision.selected_path:
        return outcome
    asked = parser_title(decision.selected_path).lower()
    return f"called for by most pages. For the document {asked} was {outcome}"
