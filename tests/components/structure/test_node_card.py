"""A node says in words what belongs to it, and its text is never read as Markdown."""

from __future__ import annotations

import pytest

from components.structure.node_card import node_facts, tied
from core.sir import LEVEL_BY, ElementType
from tests.builders import Block, aside, heading, sir_from_texts


def test_ties_are_named_from_both_ends() -> None:
    blocks = [
        Block(ElementType.FIGURE),
        Block(ElementType.CAPTION, "Figure 1: *Flow*"),
        "It is so.1",
        Block(ElementType.FOOTNOTE, "1 See there."),
    ]
    sir = sir_from_texts(blocks)
    figure, caption, text, note = sir.nodes[1:]
    figure.metadata["caption"], caption.metadata["caption_of"] = caption.id, figure.id
    text.metadata["notes"], note.metadata["note_of"] = note.id, f"{text.id}:9-10"
    assert [tied(sir, node) for node in range(1, 5)] == [
        [("Caption: Figure 1: \\*Flow\\*", caption.id)],
        [("Caption of: figure", figure.id)],
        [("Note: 1 See there.", note.id)],
        [("Note to: It is so.1", text.id)],
    ]


def test_a_tie_to_what_is_gone_is_left_out() -> None:
    sir = sir_from_texts(["Text."])
    sir.nodes[1].metadata["notes"] = "0123456789abcdef"
    assert tied(sir, 1) == []


def test_what_was_set_aside_says_why() -> None:
    sir = sir_from_texts([aside("secret")])
    sir.nodes[1].metadata |= {"aside": "hidden", "reason": "white on white"}
    assert node_facts(sir, 1)[-2:] == ["because of white on white", "kept apart as hidden"]


@pytest.mark.parametrize(
    ("by", "words"),
    [
        ("outline", "level 1 by outline or contents"),
        ("type", "level 1 by its type alone, not sure"),
        ("", "level 1"),
    ],
)
def test_a_level_says_what_it_rests_on(by: str, words: str) -> None:
    sir = sir_from_texts([heading("Dose")])
    sir.nodes[1].metadata[LEVEL_BY] = by
    assert words in node_facts(sir, 1)
