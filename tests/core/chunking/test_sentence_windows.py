"""Windows of whole sentences, against results worked out by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.chunking.base import BoundaryKind, ChunkingResult
from tests.builders import Block, heading, table

if TYPE_CHECKING:
    from collections.abc import Callable

    Cut = Callable[..., ChunkingResult]


def sentence(words: int) -> str:
    """A sentence of so many words, and as many tokens with its full stop and one more."""
    return " ".join(["Cell", *["cell"] * (words - 1)]) + "."


def test_sentences_are_joined_as_long_as_they_fit(cut: Cut) -> None:
    text = " ".join([sentence(6), sentence(6), sentence(6)])
    result = cut([text], "sentences", max_tokens=16)
    assert [c.content for c in result.chunks] == [
        f"{sentence(6)} {sentence(6)}",
        sentence(6),
    ]
    assert result.chunks[1].begins.kind is BoundaryKind.SIZE
    assert "sentence" in result.chunks[1].begins.reason


def test_neighbouring_paragraphs_share_a_window(cut: Cut) -> None:
    result = cut([sentence(6), sentence(6), sentence(6)], "sentences", max_tokens=16)
    assert [c.token_count for c in result.chunks] == [14, 7]


def test_a_sentence_that_fits_is_never_divided(cut: Cut) -> None:
    result = cut([f"{sentence(4)} {sentence(15)}"], "sentences", max_tokens=16)
    assert [c.content for c in result.chunks] == [sentence(4), sentence(15)]


def test_a_sentence_that_is_too_long_is_divided_and_its_rest_joined(cut: Cut) -> None:
    result = cut([f"{sentence(20)} {sentence(4)}"], "sentences", max_tokens=16)
    assert [c.token_count for c in result.chunks] == [16, 10]
    assert "space" in result.chunks[1].begins.reason


def test_a_window_begins_with_each_heading_and_holds_those_below_it(cut: Cut) -> None:
    blocks = [sentence(3), heading("dose"), heading("children", 2), sentence(3), heading("stop")]
    result = cut(blocks, "sentences", max_tokens=64)
    assert [c.content for c in result.chunks] == [
        sentence(3),
        f"dose\n\nchildren\n\n{sentence(3)}",
        "stop",
    ]
    assert {c.begins.kind for c in result.chunks[1:]} == {BoundaryKind.HEADING}


def test_a_line_that_leads_to_the_next_sentence_goes_along_with_it(cut: Cut) -> None:
    lead = "cell cell cell:"
    result = cut([sentence(6), lead, sentence(8)], "sentences", max_tokens=16)
    assert [c.content for c in result.chunks] == [sentence(6), f"{lead}\n\n{sentence(8)}"]


def test_a_long_table_is_cut_between_rows_and_its_header_repeated(cut: Cut) -> None:
    rows = [["name", "dose"], *([f"cell cell {word}", "one two"] for word in ("a", "b", "c", "d"))]
    result = cut([sentence(4), table(rows)], "sentences", max_tokens=16)
    first, *others = [c.content.splitlines() for c in result.chunks]
    assert first == [sentence(4)]
    assert all(lines[0] == "name\tdose" for lines in others)
    assert [line for lines in others for line in lines[1:]] == [
        f"cell cell {word}\tone two" for word in ("a", "b", "c", "d")
    ]
    assert all(c.begins.kind is BoundaryKind.LOCK for c in result.chunks[1:])


@pytest.mark.parametrize(
    "lead",
    [heading(" ".join(["cell"] * 10)), f"{' '.join(['cell'] * 9)}:"],
    ids=["heading", "line"],
)
def test_first_rows_behind_a_long_lead_have_their_header_row(cut: Cut, lead: Block | str) -> None:
    rows = [["name", "dose"], *([f"cell cell {word}", "one two"] for word in ("a", "b", "c", "d"))]
    result = cut([lead, table(rows)], "sentences", max_tokens=16)
    first, *others = [c.content.splitlines() for c in result.chunks]
    assert first[-1] == "name\tdose"
    assert all(lines[0] == "name\tdose" for lines in others)
    assert [line for lines in others for line in lines[1:]] == [
        f"cell cell {word}\tone two" for word in ("a", "b", "c", "d")
    ]
    assert max(c.token_count for c in result.chunks) <= 16
