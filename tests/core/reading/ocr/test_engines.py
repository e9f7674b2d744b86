from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING

import numpy as np
import pytest

from core.errors import InvalidOption, MissingExtra
from core.reading.ocr import ENGINES, get_engine
from core.reading.ocr.page_orientation import find_pose
from core.reading.ocr.tesseract import TesseractEngine, lines_of, run_program
from tests.core.parsing.scanning import LINES, picture, printed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from core.reading.ocr.base import OcrLine

DPI = 150


@pytest.fixture(scope="module")
def page() -> NDArray[np.uint8]:
    return picture(printed(), DPI)


@pytest.mark.parametrize("name", ENGINES)
def test_every_engine_reads_words_with_their_boxes(name: str, page: NDArray[np.uint8]) -> None:
    if name == "tesseract" and not shutil.which("tesseract"):
        pytest.skip("the program tesseract is not installed")
    lines = get_engine(name).read(page, DPI)
    assert [line.text for line in lines] == list(LINES)
    assert all(_holds_ink(page, line) for line in lines)
    assert all(0.5 < word.confidence <= 1 for line in lines for word in line.words)


@pytest.mark.parametrize("name", ENGINES)
def test_every_engine_finds_nothing_on_blank_paper(name: str) -> None:
    if name == "tesseract" and not shutil.which("tesseract"):
        pytest.skip("the program tesseract is not installed")
    assert get_engine(name).read(np.full((200, 300), 255, np.uint8), DPI) == []


def test_an_unknown_engine_is_named_with_those_there_are() -> None:
    with pytest.raises(InvalidOption, match="rapidocr"):
        get_engine("abbyy")


def test_a_missing_program_is_named_with_how_to_install_it() -> None:
    with pytest.raises(MissingExtra, match="apt install tesseract-ocr"):
        TesseractEngine(program="no-such-tesseract")


def test_a_picture_that_tesseract_cannot_read_is_no_missing_program() -> None:
    failing = (sys.executable, "-c", "import sys; sys.exit('bad picture')")
    with pytest.raises(RuntimeError, match="bad picture"):
        run_program(failing, b"")
    with pytest.raises(MissingExtra, match="cannot be started"):
        run_program(("no-such-program",), b"")


def test_rows_of_tesseract_become_lines_of_words() -> None:
    head = "level page_num block_num par_num line_num word_num left top width height conf text"
    rows = [
        "4 1 1 1 1 0 10 20 90 12 -1 ",
        "5 1 1 1 1 1 10 20 40 12 96.5 Two",
        "5 1 1 1 1 2 60 20 40 12 91 words",
        '5 1 1 1 2 1 10 40 40 12 80 "Next',
    ]
    found = lines_of("\n".join(row.replace(" ", "\t") for row in (head, *rows)))
    assert [line.text for line in found] == ["Two words", '"Next']
    assert found[0].words[1].box == (60, 20, 100, 32)
    assert found[0].words[0].confidence == pytest.approx(0.965)


def test_gaps_between_words_are_where_the_paper_shows(page: NDArray[np.uint8]) -> None:
    line = get_engine("rapidocr").read(page, DPI)[0]
    for one, two in zip(line.words, line.words[1:], strict=False):
        rows = slice(int(one.box[1]), int(one.box[3]))
        gap = page[rows, int(np.ceil(one.box[2])) : int(two.box[0])]
        assert gap.shape[1] > 2
        assert gap.min() > 128


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_the_direction_of_a_page_is_found(turn: int, page: NDArray[np.uint8]) -> None:
    turned = np.ascontiguousarray(np.rot90(page, -turn // 90))
    assert find_pose(turned, DPI) == (turn, 0.0)


def test_a_page_without_text_counts_as_upright() -> None:
    assert find_pose(np.full((300, 400), 255, np.uint8), DPI) == (0, 0.0)


def _holds_ink(page: NDArray[np.uint8], line: OcrLine) -> bool:
    """Whether there is ink at all four sides of every word, and a margin of two pixels at most."""
    for word in line.words:
        left, top, right, bottom = (round(edge) for edge in word.box)
        dark = page[top - 2 : bottom + 2, left - 2 : right + 2] < 160
        if not (dark[:, :5].any() and dark[:, -5:].any()):
            return False
    return True
