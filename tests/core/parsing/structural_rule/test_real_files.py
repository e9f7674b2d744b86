"""Nothing on a page is lost: every word PyMuPDF finds is in a node, at its place."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from typing import TYPE_CHECKING

import pymupdf
import pytest

from core.errors import NoText
from core.parsing import get_parser
from tests.core.parsing.papers import check

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from core.sir import Sir

FILES = ["nice_ng243/ng243.pdf", "line_cells/*.pdf", "metamorphic/pdfs/*.pdf", "odl/pdfs/*[05].pdf"]


@pytest.mark.parametrize("pattern", FILES)
def test_every_word_of_a_page_is_in_exactly_one_piece(data: Path, pattern: str) -> None:
    files = sorted(data.glob(pattern))
    assert files
    for path in files:
        with pymupdf.open(path) as pdf:
            parser = get_parser("structural_rule")
            try:
                sir = parser.parse(pdf, "0" * 64, parser.options())
            except NoText:
                assert not any(page.get_text("words") for page in pdf)
                continue
            check(sir)
            _compare(pdf, sir, path.name)


def _compare(pdf: pymupdf.Document, sir: Sir, name: str) -> None:
    """Compares characters, because hyphens at line ends and ligatures change words."""
    held = Counter(_plain("".join(node.text for node in sir.nodes)))
    expected = Counter(_plain("".join(text for page in pdf for text in _words_once(page))))
    lost = expected - held
    assert sum(lost.values()) <= 0.002 * sum(expected.values()), f"{name} lost {lost}"


def _words_once(page: pymupdf.Page) -> Iterator[str]:
    """The words of a page, one drawn twice (fake bold) only once, also in parts."""
    seen: list[tuple[pymupdf.Rect, str]] = []
    for word in sorted(page.get_text("words"), key=lambda word: -len(word[4])):
        left, top, right, bottom = map(float, word[:4])
        place, text = pymupdf.Rect(left, top, right, bottom), str(word[4])
        if not any(text in other and place in around for around, other in seen):
            seen.append((pymupdf.Rect(left - 2, top - 2, right + 2, bottom + 2), text))
            yield text


def _plain(text: str) -> str:
    return re.sub(r"[-\u00ad\u2010\s]", "", unicodedata.normalize("NFKC", text))
