from __future__ import annotations

from functools import cache

import numpy as np
import pymupdf
import pytest

from core.errors import NoText
from core.sir import Location, Sir
from tests.core.parsing.papers import check
from tests.core.parsing.scanning import (
    HEIGHT,
    LINES,
    WIDTH,
    all_text,
    at,
    picture,
    printed,
    read,
    scanned,
)


@cache
def read_once(clockwise: int) -> Sir:
    """The SIR of the scan, turned so."""
    return read(scanned(printed(), clockwise))


@pytest.mark.parametrize("clockwise", [0, 90, -11])
def test_a_scan_is_read_whichever_way_it_lies(clockwise: int) -> None:
    sir = read_once(clockwise)
    check(sir)
    assert all_text(sir) == " ".join(LINES)
    assert sir.pages[0].ocr == "rapidocr"


@pytest.mark.parametrize("clockwise", [0, 90, -11])
def test_words_of_a_scan_lie_where_they_are_displayed(clockwise: int) -> None:
    sir = read_once(clockwise)
    for text, wanted in _words_turned(clockwise):
        assert max(_iou(box, wanted) for box in _boxes(sir, text)) > 0.6


def test_a_scan_on_a_page_with_a_rotation_of_its_own_is_read() -> None:
    pdf = scanned(printed(), 90)
    pdf[0].set_rotation(180)
    sir = read(pdf)
    assert all_text(sir) == " ".join(LINES)
    assert (sir.pages[0].width, sir.pages[0].height) == pytest.approx((HEIGHT, WIDTH), abs=1)


def test_text_of_a_scan_is_aligned_and_carries_its_confidence() -> None:
    sir = read_once(0)
    nodes = [node for node in sir.nodes if node.text]
    assert {node.location for node in nodes} == {Location.ALIGNED}
    assert all(float(node.metadata["confidence"]) > 0.9 for node in nodes)


def test_a_right_text_layer_over_a_scan_is_kept() -> None:
    pdf = scanned(printed())
    for index, line in enumerate(LINES):
        pdf[0].insert_text(at(index), line, fontsize=14, render_mode=3)
    sir = read(pdf)
    assert all_text(sir) == " ".join(LINES)
    assert sir.pages[0].ocr == ""


def test_a_wrong_text_layer_over_a_scan_is_set_aside() -> None:
    pdf = scanned(printed())
    for index in range(len(LINES)):
        pdf[0].insert_text(at(index), "Qx vbn7 plokm zzrt wq", fontsize=14, render_mode=3)
    sir = read(pdf)
    assert all_text(sir) == " ".join(LINES)
    aside = [node for node in sir.nodes[sir.flow :] if node.metadata["aside"] == "hidden"]
    assert {node.metadata["reason"] for node in aside} == {"wrong text layer"}
    assert sum(len(node.text.split()) for node in aside) == 5 * len(LINES)
    assert "text layer disagrees" in sir.pages[0].reason


def test_a_picture_of_text_on_a_page_with_text_is_read_once() -> None:
    pdf = pymupdf.open()
    page = pdf.new_page(width=595, height=842)
    page.insert_text((50, 60), "What the notice on the wall said:", fontsize=12)
    scan = scanned(printed(size=17))
    shown = pymupdf.Rect(50, 100, 50 + WIDTH, 100 + HEIGHT)
    page.insert_image(shown, stream=scan[0].get_pixmap(dpi=150, clip=(40, 30, 400, 170)).tobytes())
    sir = read(pdf)
    assert all_text(sir).count(LINES[0]) == 1
    assert [node.text for node in sir.nodes].count("What the notice on the wall said:") == 1


def test_text_that_runs_up_an_upright_scan_is_read() -> None:
    pdf = printed()
    pdf[0].insert_text((30, 170), "Received by the bank", fontsize=12, rotate=90)
    sir = read(scanned(pdf))
    assert "Received by the bank" in " ".join(node.text for node in sir.nodes)
    assert LINES[0] in all_text(sir)


def test_a_page_on_which_ocr_finds_nothing_says_so() -> None:
    pdf = printed()
    page = pdf.new_page(width=WIDTH, height=HEIGHT)
    page.draw_circle((200, 100), 70, fill=(0.4, 0.4, 0.4))
    pdf.new_page(width=WIDTH, height=HEIGHT)
    sir = read(pdf)
    assert sir.pages[1].reason.endswith("OCR found no text on page 2")
    assert sir.pages[2].reason.endswith("nothing stands on it")


def test_a_document_without_any_text_says_that_none_was_found() -> None:
    pdf = pymupdf.open()
    pdf.new_page(width=WIDTH, height=HEIGHT).draw_circle((200, 100), 70, fill=(0.4, 0.4, 0.4))
    with pytest.raises(NoText, match="pictures in which no text was found"):
        read(pdf)


def _words_turned(clockwise: float) -> list[tuple[str, np.ndarray]]:
    """The words of the page that was scanned, and the boxes of their ink after turning."""
    words = printed()[0].get_text("words")
    dark = picture(printed()) < 128
    turned: list[tuple[str, np.ndarray]] = []
    for word in words:
        box = _inked(dark, np.array(word[:4], float))
        turned.append((word[4], _turned(box, clockwise)))
    return turned


def _inked(dark: np.ndarray, box: np.ndarray) -> np.ndarray:
    """The box with its sides at the ink; top and bottom are those of letters in general."""
    left, top, right, bottom = (box * 150 / 72).astype(int)
    columns = np.flatnonzero(dark[top:bottom, left:right].any(axis=0))
    base = bottom * 72 / 150
    return np.array(
        [(left + columns[0]) * 72 / 150, base - 14.5, (left + columns[-1]) * 72 / 150, base - 0.5]
    )


def _turned(box: np.ndarray, clockwise: float) -> np.ndarray:
    """As shares of the turned page."""
    angle = np.radians(clockwise)
    corners = np.array([(box[i], box[j]) for i in (0, 2) for j in (1, 3)]) - (WIDTH / 2, HEIGHT / 2)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    size = (HEIGHT, WIDTH) if clockwise in (90, 270) else (WIDTH, HEIGHT)
    found = (corners @ turn + np.array(size) / 2) / size
    return np.r_[found.min(axis=0), found.max(axis=0)]


def _boxes(sir: Sir, text: str) -> list[np.ndarray]:
    found: list[np.ndarray] = []
    for index, node in enumerate(sir.nodes):
        for k in range(sir.pieces.first[index], sir.pieces.first[index + 1]):
            if node.text[sir.pieces.start[k] : sir.pieces.end[k]] == text:
                found.append(sir.words.boxes[sir.pieces.word[k]])
    return found


def _iou(one: np.ndarray, other: np.ndarray) -> float:
    sides = np.minimum(one[2:], other[2:]) - np.maximum(one[:2], other[:2])
    common = float(np.prod(np.maximum(sides, 0)))
    areas = float(np.prod(one[2:] - one[:2]) + np.prod(other[2:] - other[:2]))
    return common / (areas - common)
