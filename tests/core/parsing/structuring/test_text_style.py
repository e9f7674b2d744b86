"""What the running text of a document is set in."""

from __future__ import annotations

from core.parsing.structuring.text_style import body_style
from core.reading.line import Line


def lines(text: str, size: float, count: int, *, monospaced: bool = False) -> list[Line]:
    """So many lines of one text."""
    box = (72.0, 100.0, 300.0, 100.0 + size)
    return [Line(1, [text], [box], size, monospaced=monospaced) for _ in range(count)]


def test_running_text_is_no_code_however_much_of_it_there_is() -> None:
    code = lines("library(stats)", 8, 60, monospaced=True)
    assert body_style([*code, *lines("Packages", 11, 40)]).size == 11


def test_a_typewritten_document_runs_in_letters_of_one_width() -> None:
    typed = lines("library(stats)", 8, 60, monospaced=True)
    assert body_style([*typed, *lines("Title", 11, 4)]).size == 8
