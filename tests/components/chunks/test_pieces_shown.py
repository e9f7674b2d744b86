"""A chunk of pieces that are no neighbours: each is told apart, in its list and on the pages."""

from __future__ import annotations

import pytest

from components.chunks.chunk_marks import chunk_marks, owner_at
from components.chunks.compare_lists import edged_rows
from components.chunks.compare_marks import Two, cut_in_words
from components.chunks.detail import content_html, parts
from components.labels.chunks import sharers
from components.widgets.listbox.chunk_rows import chunk_rows
from core.chunking import make_options
from core.chunking.assembly import assemble
from core.chunking.base import START, Boundary, BoundaryKind, ChunkingResult, Cut, Cutting
from core.evaluation.agreement.chunk_agreement import boundaries
from core.spans import Role
from tests.builders import LINES_PER_PAGE, WORDS_PER_LINE, heading
from tests.cutting import cut

PAGE = "other " * (WORDS_PER_LINE * (LINES_PER_PAGE - 4))


@pytest.fixture(scope="module")
def leaping() -> ChunkingResult:
    """Chunk 1 is of the first and the third paragraph and a part of the last."""
    stream = cut([heading("Dose"), "first words", PAGE, "third words", PAGE], "fixed").stream
    first, filler, third, last = (stream.own(node)[0] for node in range(2, 6))
    boundary = Boundary(BoundaryKind.PLAN, "A model planned a passage.")
    top = stream.own(1)
    cuts = [
        Cut(0, filler, START, further=((third, last), (last + 9, last + 30))),
        Cut(filler, third, boundary, context=(top,)),
        Cut(last, last + 9, boundary),
        Cut(last + 30, len(stream), boundary),
    ]
    assert first
    return assemble(stream, Cutting(cuts), "fixed", make_options("fixed", {}))


def test_each_piece_has_its_number_beside_its_first_line_and_says_which_it_is(
    leaping: ChunkingResult,
) -> None:
    one = leaping.chunks[0]
    own = [mark for mark in chunk_marks(leaping, one.pages, one.id) if mark.badge[:1] == "1"]
    assert list(dict.fromkeys(mark.badge for mark in own)) == ["1·1", "1·2", "1·3"]
    last_lines = {mark.badge: mark.label.splitlines()[-1] for mark in own}
    pages = {mark.badge: mark.box.page for mark in own}
    assert last_lines["1·2"] == f"piece 2 of 3, page {pages['1·2']}"
    other = next(mark for mark in chunk_marks(leaping, [1], None) if mark.badge == "2")
    assert "piece" not in other.label


def test_the_content_shows_where_each_piece_stands_and_stays_the_content(
    leaping: ChunkingResult,
) -> None:
    one = leaping.chunks[0]
    html = content_html(leaping, one)
    places = [html.index(f"piece {number} of 3, page") for number in (1, 2, 3)]
    assert places == sorted(places)
    assert "".join(part.before + part.text for part in parts(leaping, one)) == one.content
    assert [part.role for part in parts(leaping, one)] == [Role.OWN] * 3
    assert "piece" not in content_html(leaping, leaping.chunks[1])


def test_the_list_says_of_how_many_pieces_a_chunk_is(leaping: ChunkingResult) -> None:
    assert [row.note for row in chunk_rows(leaping, leaping.chunks)] == ["3 pieces", "", "", ""]
    assert sharers(leaping, leaping.chunks[0])[Role.HEADING] == [2]


def test_every_token_leads_to_its_chunk_and_a_comparison_knows_the_gaps(
    leaping: ChunkingResult,
) -> None:
    for chunk in leaping.chunks:
        for start, end in chunk.cut.pieces:
            assert owner_at(leaping, start) is owner_at(leaping, end - 1) is chunk
    whole = cut(leaping.stream, "fixed", max_tokens=2048, overlap=0.0)
    two = Two(leaping, whole, boundaries(leaping.owners, whole.owners))
    goes_on = leaping.chunks[0].cut.further[0][0]
    said = "Only A cuts here\nA: Chunk 1 goes on here.\nB: inside chunk 1"
    assert cut_in_words(two, goes_on) == said
    rows = edged_rows(two, "A", leaping.chunks)
    assert rows[0].note == "3 pieces · only A cuts here"
    assert edged_rows(two, "B", whole.chunks)[0].note == f"A cuts inside: {len(two.cuts.one)}"
