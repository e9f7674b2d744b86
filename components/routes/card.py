"""The route of a document in one line, with its reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components.plain import plain
from components.routes.words import badge, in_words

if TYPE_CHECKING:
    from core.inspection.results import Decision
    from core.library import DocumentRecord, ParseInfo


def route_card(record: DocumentRecord, decision: Decision) -> None:
    """The route as a badge, who chose it, how sure that is, and the measures that decided."""
    if record.parse:
        st.markdown(
            f"{badge(record.parse.route)} {plain(route_facts(record.parse, decision))}",
            help="Confidence is how far the chosen path is ahead of the next one. Risk is the "
            "share of pages on which something may be lost. Both go from 0 to 1. More under "
            "Inspection.",
        )


def route_facts(parse: ParseInfo, decision: Decision) -> str:
    """Who chose the route, and why."""
    if parse.chosen:
        asked = in_words(decision.selected_path).lower()
        return f"chosen by hand. The Inspector would take {asked}: {decision.reason}."
    return (
        f"chosen by the Inspector · confidence {decision.confidence_score:.2f} · "
        f"risk {decision.risk_score:.2f} · {decision.reason}"
    )
