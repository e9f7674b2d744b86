"""One element of the tree in words."""

from __future__ import annotations

import streamlit as st

from components import state
from components.foreign_text import plain
from components.labels.elements import class_words
from components.labels.other_parsers import unplaced_in_words
from components.structure.figure_words import figure_words
from core.node_links import CAPTION, CAPTION_OF, NOTES, note_marks
from core.sir import LEVEL_BY, Location, Node, Sir
from core.text.one_line import beginning

_PLACES = {
    Location.EXACT: "place exact",
    Location.ALIGNED: "place found by aligning the text",
    Location.APPROXIMATE: "place only approximate",
    Location.UNLOCATED: "place unknown",
}


_LEVELS = {
    "outline": " by outline or contents",
    "number": " by its number",
    "type": " by its type alone, not sure",
}
"""What the level of a heading rests on, and how it is said."""

_SHOWN = {"reason": "because of", "aside": "kept apart as", "field": "typed into the field"}
"""Metadata that a person can use, and how it is said."""

_LABEL = 60
"""Characters of a tied element that are shown."""


def node_card(sir: Sir, node: int) -> None:
    """Type, lineage, place and verbatim text of a node, and what a model says of a figure."""
    st.caption(" · ".join(map(plain, node_facts(sir, node))))
    if links := tied(sir, node):
        with st.container(gap=None):
            for words, other in links:
                st.button(
                    words,
                    key=f"tie-{words}-{other}",
                    type="tertiary",
                    icon=":material/link:",
                    on_click=state.select,
                    kwargs={"node": other, "page": None},
                )
    text = sir.nodes[node].text
    if text:
        with st.expander("Text of the element"):
            st.text(text)
    figure_words(sir, node)


def tied(sir: Sir, node: int) -> list[tuple[str, str]]:
    """What belongs to a node, in words, with the id of each: caption, figure, notes, marks."""
    metadata = sir.nodes[node].metadata
    ids = [("Caption of", metadata.get(CAPTION_OF, "")), ("Caption", metadata.get(CAPTION, ""))]
    ids += [("Note", note) for note in metadata.get(NOTES, "").split()]
    places = {other.id: index for index, other in enumerate(sir.nodes)}
    ids += [("Note to", sir.nodes[mark.node].id) for mark in note_marks(sir.nodes[node], places)]
    known = dict.fromkeys((words, id_) for words, id_ in ids if id_ in places)
    return [(f"{words}: {_begins(sir.nodes[places[id_]])}", id_) for words, id_ in known]


def _begins(node: Node) -> str:
    """The beginning of a node's text as a label shows it; its class where it has no text."""
    return plain(beginning(node.text, _LABEL) or class_words(node.type))


def node_facts(sir: Sir, node: int) -> list[str]:
    """What is known of a node, in a few words each; the headings above it come first."""
    element = sir.nodes[node]
    path = [" ".join(sir.nodes[above].text.split()) for above in sir.lineage(node)]
    facts = [*([" › ".join(path)] if path else []), class_words(element.type)]
    if element.level:
        by = _LEVELS.get(element.metadata.get(LEVEL_BY, ""), "")
        facts.append(f"level {element.level}{by}")
    if element.locked:
        facts.append("never split")
    if node >= sir.flow:
        facts.append("set aside")
    facts.append(_PLACES[element.location])
    if missing := sir.unplaced(node):
        facts.append(unplaced_in_words([element.text[start:end] for start, end in missing]))
    known = [name for name in _SHOWN if name in element.metadata]
    return [
        *facts,
        *(f"{_SHOWN[name]} {element.metadata[name].replace('_', ' ')}" for name in known),
    ]
