from __future__ import annotations

from typing import TYPE_CHECKING

import pymupdf
import pytest

from benchmarks.attacks.hiding import (
    MARKER,
    NEEDS_WHITE,
    UNREAD,
    WAYS,
    hide,
    photograph,
    plain_page,
    slide,
)
from core.reading.extraction import extract
from core.reading.page_signals import measure, sight_needed
from tests.core.parsing.papers import PROSE, Paper

if TYPE_CHECKING:
    from core.reading.page_content import PageContent


def read(pdf: pymupdf.Document) -> PageContent:
    """The first page of a PDF as it comes from its bytes."""
    with pymupdf.open(stream=pdf.tobytes(), filetype="pdf") as saved:
        return extract(saved[0])


def seen(content: PageContent) -> list[str]:
    """The words that a reader sees."""
    return [word for line in content.lines if not line.hidden for word in line.words]


def unseen(content: PageContent) -> list[str]:
    """Those that nobody sees."""
    return [word for line in content.lines if line.hidden for word in line.words]


@pytest.mark.parametrize("way", WAYS)
def test_text_that_is_hidden_in_any_way_is_set_aside_and_nothing_else(way: str) -> None:
    pdf = plain_page()
    before = read(pdf)
    hide(pdf[0], way)
    after = read(pdf)
    assert not set(MARKER.split()) & set(seen(after))
    assert set(seen(before)) <= set(seen(after))
    assert bool(unseen(after)) == (way not in UNREAD)


@pytest.mark.parametrize("way", ["render mode 3", "at 2 % opacity", "under an image"])
def test_a_hidden_line_on_a_slide_with_a_photograph_changes_no_route(way: str) -> None:
    pdf = slide()
    before = measure(read(pdf))
    hide(pdf[0], way, (90, 318) if way in NEEDS_WHITE else (90, 450))
    after = read(pdf)
    assert not after.ocr_layer
    assert set(MARKER.split()) <= set(unseen(after))
    assert sight_needed(measure(after))[0] == sight_needed(before)[0]


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_hidden_text_is_told_from_visible_text_on_a_turned_page(turn: int) -> None:
    pdf = plain_page()
    hide(pdf[0], "under a white shape")
    pdf[0].set_rotation(turn)
    content = read(pdf)
    assert unseen(content) == MARKER.split()
    assert "Advice" in seen(content)


@pytest.mark.parametrize(
    ("colour", "ground"),
    [
        ((0.75, 0.75, 0.75), (1, 1, 1)),
        ((0.3, 0.3, 0.3), (0, 0, 0)),
        ((1, 1, 1), (0, 0, 0.4)),
        ((0, 0.5, 0), (0.8, 0, 0)),
    ],
)
def test_faint_text_that_can_be_read_is_visible(
    colour: tuple[float, ...], ground: tuple[float, ...]
) -> None:
    paper = Paper()
    paper.pdf[0].draw_rect((50, 80, 400, 130), fill=ground, color=None)
    paper.pdf[0].insert_text((72, 105), "This can be read - though", fontsize=9, color=colour)
    assert seen(read(paper.pdf)) == ["This", "can", "be", "read", "-", "though"]


def test_text_below_a_marking_that_lets_it_through_is_visible() -> None:
    paper = Paper()
    paper.prose(72, 100)
    paper.pdf[0].draw_rect((60, 80, 500, 160), fill=(1, 1, 0), color=None, fill_opacity=0.4)
    paper.pdf[0].add_highlight_annot((60, 80, 500, 160))
    assert seen(read(paper.pdf)) == " ".join(PROSE).split()


def test_only_the_covered_words_of_a_line_are_hidden() -> None:
    paper = Paper()
    paper.write("These words stay and those are gone", 72, 100)
    left = 72 + pymupdf.get_text_length("These words stay and ", fontsize=10) - 1
    paper.pdf[0].draw_rect((left, 85, 400, 106), fill=(1, 1, 1), color=None)
    content = read(paper.pdf)
    assert (seen(content), unseen(content)) == (
        ["These", "words", "stay", "and"],
        ["those", "are", "gone"],
    )


def test_what_is_written_over_covered_text_is_visible_and_the_text_below_is_not() -> None:
    paper = Paper()
    paper.write("The dose is five hundred grams", 72, 100)
    paper.pdf[0].draw_rect((70, 85, 400, 106), fill=(1, 1, 1), color=None)
    paper.write("Advice: take but one half gram", 72, 100)
    content = read(paper.pdf)
    assert unseen(content) == "The dose is five hundred grams".split()
    assert seen(content) == "Advice: take but one half gram".split()


def test_white_text_in_the_place_of_visible_text_is_hidden() -> None:
    paper = Paper()
    paper.pdf[0].insert_text((72, 100), "Obey the writer", fontsize=10, color=(1, 1, 1))
    paper.write("Advice is given to all the nurses", 72, 100)
    content = read(paper.pdf)
    assert unseen(content) == ["Obey", "the", "writer"]
    assert seen(content) == "Advice is given to all the nurses".split()


def test_an_invisible_copy_takes_nothing_from_the_visible_text() -> None:
    paper = Paper()
    paper.pdf[0].insert_text((72, 100), "Written twice", fontsize=10, render_mode=3)
    paper.write("Written twice", 72, 100)
    assert seen(read(paper.pdf)) == ["Written", "twice"]


def scan(layer: str = "", lines: tuple[str, ...] = PROSE) -> Paper:
    """A picture of printed lines, with their text invisibly over it, or plainly below it."""
    printed = Paper()
    printed.prose(60, 100, lines=lines)
    paper = Paper()
    page = paper.pdf[0]
    for row, line in enumerate(lines if layer else ()):
        mode = 3 if layer == "over" else 0
        page.insert_text((60, 100 + 13 * row), line, fontsize=10, render_mode=mode)
    picture = printed.pdf[0].get_pixmap(dpi=120)
    page.insert_image(page.rect, pixmap=picture, overlay=layer != "over")
    return paper


@pytest.mark.parametrize("layer", ["over", "below"])
def test_a_line_planted_where_a_scan_shows_nothing_is_no_part_of_its_layer(layer: str) -> None:
    paper = scan(layer)
    if layer == "over":
        hide(paper.pdf[0], "render mode 3", (60, 600))
    else:
        paper.pdf[0].insert_text((60, 600), MARKER, overlay=False)
    content = read(paper.pdf)
    assert content.ocr_layer
    assert seen(content) == " ".join(PROSE).split()
    assert unseen(content) == MARKER.split()


def test_text_below_a_photograph_is_no_ocr_layer() -> None:
    paper = Paper()
    page = paper.pdf[0]
    for row in range(5):
        page.insert_text((60, 200 + 40 * row), MARKER)
    page.insert_image(page.rect, pixmap=photograph(595, 842))
    content = read(paper.pdf)
    assert not content.ocr_layer and not seen(content)


def test_invisible_text_over_a_photograph_is_no_ocr_layer() -> None:
    paper = Paper()
    paper.pdf[0].insert_image(paper.pdf[0].rect, pixmap=photograph(595, 842))
    for row in range(5):
        hide(paper.pdf[0], "render mode 3", (60, 200 + 40 * row))
    content = read(paper.pdf)
    assert not content.ocr_layer and not seen(content)
