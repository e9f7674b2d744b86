"""The route of a document in one line, with its reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components.foreign_text import plain
from components.labels.routes import in_words
from components.structure.route_badge import badge

if TYPE_CHECKING:
    from core.inspection.results import Inspection
    from core.library import DocumentRecord, ParseInfo


def route_card(record: DocumentRecord, found: Inspection | None) -> None:
    """The route as a badge, who chose it, how sure that is, and the measures that decided.

    A document that was given as text was not inspected.
    """
    if record.parse and found is None:
        how = "chosen by hand" if record.parse.chosen else "given as text, which needs no Inspector"
        st.markdown(f"{badge(record.parse.route)} {how}")
    elif record.parse and found:
        st.markdown(
            f"{badge(record.parse.route)} {plain(route_facts(record.parse, found))}",
            help="Both go from 0 to 1. Confidence: how far the policy sees the chosen path ahead "
            "of the next one, or how sure a language model says it is. Risk: the share of pages "
            "on which something may be lost. More under Inspection.",
        )


def route_facts(parse: ParseInfo, found: Inspection) -> str:
    """Who chose the route, and why; a later decision that is not used is told from it."""
    decision = found.decision
    now = found.decided_by or "policy"
    if parse.chosen:
        asked = in_words(decision.selected_path).lower()
        return f"chosen by hand. The Inspector ({now}) would take {asked}: {decision.reason}"
    before = parse.decided_by or "policy"
    if parse.decided_by != found.decided_by:
        if parse.options.get("route") == decision.selected_path:
            return f"chosen by the Inspector ({before}); {now} would take it too: {decision.reason}"
        asked = in_words(decision.selected_path).lower()
        return f"chosen by the Inspector ({before}); {now} would take {asked}: {decision.reason}"
    said = (
        f"chosen by the Inspector ({now}) · confidence {decision.confidence_score:.2f} · "
        f"risk {decision.risk_score:.2f} · {decision.reason}"
    )
    if parse.route == decision.selected_path:
        return said
    asked = in_words(decision.selected_path).lower()
    return f"called for by most pages. For the document {asked} was {said}"
