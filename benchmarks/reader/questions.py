"""Questions written for training, each with a passage that answers it or only nearly does.

`questions.json` holds passages that were invented for it in words; those of the real data only by
their place: the first letter and the number of letters and digits on the page, all others left out.
`also` are further places that answer, where the whole document was looked through.
"""

from __future__ import annotations

import json
import unicodedata
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pymupdf

from benchmarks.fictional_guidelines import DEVELOPMENT, FOLDER
from core.text.content_words import stems_of
from core.text.language import language_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

FILE = Path(__file__).with_name("questions.json")
_FOLDERS = ("mmdocir/pdfs", "ohr/pdfs", "hard/pdfs", "native/mineru_pipeline", "chroma/corpora")
_SHORTEST, _LONGEST = 20, 900
"""Characters of a block of a page that is read beside a passage."""
_ELSEWHERE = 3
"""Blocks of other places that are most like the question, and do not answer it."""


class Pair(NamedTuple):
    """A question with a text: whether it answers, how much that counts, and what it shows."""

    question: str
    text: str
    answers: bool
    weight: float
    kind: str


class Letters(NamedTuple):
    """The letters and digits of a text, and where each stands in it."""

    text: str
    places: Sequence[int]

    def passage(self, source: str, start: int, length: int) -> str:
        """The words of so many letters and digits, with all that stands between them."""
        return source[self.places[start] : self.places[start + length - 1] + 1]


def letters_of(text: str) -> Letters:
    """See `Letters`; small, and without the forms that typesetting makes of them."""
    found = [
        (letter, place)
        for place, character in enumerate(text)
        for letter in unicodedata.normalize("NFKC", character).lower()
        if letter.isalnum()
    ]
    return Letters("".join(letter for letter, _ in found), [place for _, place in found])


class Source:
    """The pages of a document of the real data, or of a guideline made for measuring."""

    def __init__(self, content: bytes, name: str) -> None:
        """`content` are the bytes of the file of this name."""
        if not name.endswith(".pdf"):
            text = content.decode("utf-8")
            self.pages, self.blocks = [text], _paragraphs(text)
            return
        with pymupdf.open(stream=content, filetype="pdf") as pdf:
            self.pages = [str(page.get_text()) for page in pdf]
            self.blocks = [
                (number, " ".join(str(block[4]).replace("-\n", "").split()))
                for number, page in enumerate(pdf)
                for block in page.get_text("blocks")
                if block[6] == 0
            ]

    def near(self, question: str, hidden: Iterable[str]) -> list[str]:
        """The blocks with the most words of a question, of those that share none of `hidden`."""
        language = language_of(question)
        asked = set(stems_of(question, language))
        apart = [letters_of(text).text for text in hidden]
        found: list[tuple[int, str]] = []
        for _, block in self.blocks:
            letters = letters_of(block).text
            if _SHORTEST < len(block) < _LONGEST and not any(
                one in letters or letters in one for one in apart
            ):
                found.append((len(asked & set(stems_of(block, language))), block))
        return [block for _, block in sorted(found, key=lambda each: -each[0])[:_ELSEWHERE]]

    def around(self, passage: str, page: int) -> str:
        """The block of a page that holds a passage, where it is not too long."""
        letters = letters_of(passage).text
        holding = (block for number, block in self.blocks if number == page)
        found = next((one for one in holding if letters in letters_of(one).text), passage)
        return found if len(found) < _LONGEST else passage


def _paragraphs(text: str) -> list[tuple[int, str]]:
    return [(0, " ".join(part.split())) for part in text.split("\n") if part.strip()]


def written_pairs(data: Path) -> Iterator[Pair]:
    """The pairs of all questions; `data` is the folder of real files."""
    sources = lru_cache(maxsize=None)(lambda name: _source(data, name))
    for entry in json.loads(FILE.read_text("utf-8")):
        if "page" in entry:
            yield from _placed_pairs(entry, sources(entry["document"]))
        else:
            yield from _pairs(entry["passage"], entry["answered"], entry["unanswered"])


def _source(data: Path, name: str) -> Source:
    folders = [FOLDER] if Path(name).stem in DEVELOPMENT else [data / each for each in _FOLDERS]
    path = next(folder / name for folder in folders if (folder / name).exists())
    return Source(path.read_bytes(), name)


def _pairs(passage: str, answered: Iterable[str], unanswered: Iterable[str]) -> Iterator[Pair]:
    for question in answered:
        yield _own(question, passage, answers=True)
    for question in unanswered:
        yield _own(question, passage, answers=False)


def _own(question: str, text: str, *, answers: bool) -> Pair:
    """A question with the passage that it was written for."""
    return Pair(question, text, answers, 1.6, "answer" if answers else "near miss")


def _placed_pairs(entry: dict[str, Any], source: Source) -> Iterator[Pair]:
    question, answers = entry["question"], entry["answerable"]
    passage = _passage(source, entry["page"], *entry["place"])
    for form in dict.fromkeys((passage, source.around(passage, entry["page"]))):
        yield _own(question, form, answers=answers)
    if "also" not in entry:  # only the passage itself was looked at
        return
    also = [_passage(source, *place) for place in entry["also"]]
    for block in source.near(question, [passage, *also]):
        yield Pair(question, block, False, 0.6, "elsewhere")


def _passage(source: Source, page: int, start: int, length: int) -> str:
    text = source.pages[page]
    return " ".join(letters_of(text).passage(text, start, length).split())
