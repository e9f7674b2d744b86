"""One element of the tree in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from core.sir import Location

if TYPE_CHECKING:
    from core.sir import Sir

_PLACES = {
    Location.EXACT: "place exact",
    Location.ALIGNED: "place found by aligning the text",
    Location.APPROXIMATE: "place only approximate",
    Location.UNLOCATED: "place unknown",
}


_SHOWN = {"reason": "hidden because", "aside": "kept apart as"}
"""Metadata that a person can use, and how it is said."""


def node_card(sir: Sir, node: int) -> None:
    """Type, lineage, place and verbatim text of a node."""
    st.caption(" · ".join(node_facts(sir, node)))
    text = sir.nodes[node].text
    if text:
        with st.expander("Text of the element"):
            st.text(text)


def node_facts(sir: Sir, node: int) -> list[str]:
    """What is known of a node, in a few words each; the headings above it come first."""
    held = sir.nodes[node]
    path = [" ".join(sir.nodes[above].text.split()) for above in sir.lineage(node)]
    said = [*([" › ".join(path)] if path else []), held.type.value.replace("_", " ")]
    if held.level:
        said.append(f"level {held.level}")
    if held.locked:
        said.append("never split")
    if node >= sir.flow:
        said.append("set aside")
    said.append(_PLACES[held.location])
    known = [name for name in _SHOWN if name in held.metadata]
    return [*said, *(f"{_SHOWN[name]} {held.metadata[name].replace('_', ' ')}" for name in known)]
