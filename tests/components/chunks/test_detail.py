"""The content in parts is the content, whatever the strategy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from components.chunks.detail import content_html, parts, shared_in_words
from core.spans import Role
from tests.builders import heading
from tests.cutting import cut
from tests.strategies import streams

if TYPE_CHECKING:
    from core.tokens import TokenStream


@given(streams(), st.sampled_from(["fixed", "recursive", "hierarchical"]))
def test_the_parts_with_their_separators_are_the_content(
    stream: TokenStream, strategy: str
) -> None:
    result = cut(stream, strategy, max_tokens=32)
    for one in result.chunks:
        assert "".join(p.before + p.text for p in parts(result, one)) == one.content


def test_a_heading_in_front_is_a_part_of_its_own() -> None:
    blocks = [heading("Dose"), "Many words that follow each other. " * 20]
    result = cut(blocks, "hierarchical", max_tokens=40)
    found = parts(result, result.chunks[1])
    assert (found[0].role, found[0].text) == (Role.HEADING, "Dose")
    assert found[1].before == "\n\n"


def test_chunks_that_share_words_are_counted() -> None:
    result = cut(
        [heading("Dose"), "Many words that follow each other. " * 20], "hierarchical", max_tokens=40
    )
    users = len(result.chunks)
    assert users > 2
    assert shared_in_words(result, result.chunks[0]) == [f"It lends headings to chunks 2–{users}."]
    result = cut(["Many words that follow each other. " * 20], "fixed", max_tokens=40)
    assert shared_in_words(result, result.chunks[0]) == ["Words of it are repeated in chunk 2."]


def test_what_looks_like_html_is_shown_as_it_is() -> None:
    result = cut(["Give <b>2</b> & more."], "fixed")
    assert "&lt;b&gt;2&lt;/b&gt; &amp; more." in content_html(result, result.chunks[0])


def test_no_empty_line_between_headings_is_outlined() -> None:
    blocks = [heading("Dose"), heading("Children", 2), "Many words that follow each other. " * 20]
    result = cut(blocks, "hierarchical", max_tokens=40)
    shown = content_html(result, result.chunks[1])
    assert shown.count("outline:") == 2
    assert "Dose</span>\n\n<span" in shown
