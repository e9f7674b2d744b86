"""The same record in each form of file: same words, same order, same bytes each time."""

from __future__ import annotations

import io
import re
from collections import Counter
from functools import cache
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import docx as library
import pymupdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import InputError
from core.evidence.row_cells import Cell
from core.export.answer_record.blocks import Fields, Heading, Paragraph, Picture, Quotation
from core.export.answer_record.content import blocks
from core.export.answer_record.docx import docx
from core.export.answer_record.html import html
from core.export.answer_record.markup import clean
from core.export.answer_record.pdf import pdf
from core.history.checks import Check, Review
from core.library.file_kinds import Kind
from core.library.structured.blocks import words_of
from core.library.structured.reading import read_structured
from tests.browser.foreign_texts import TEXTS
from tests.core.export.answer_record.builders import by_model, by_rules, illustrated

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from core.export.answer_record.base import AnswerRecord

FOREIGN = "Größe ≥ 5 µg/m² α β → „ja“ Ж 5 %"


class _Reader(HTMLParser):
    """What an HTML file shows, and the elements and addresses it has."""

    def __init__(self, content: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.feed(content)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_data(self, data: str) -> None:
        if self.tags and self.tags[-1] not in ("style", "title"):
            self.words += data.split()


def words_of_pdf(content: bytes) -> str:
    with pymupdf.open("pdf", content) as document:
        pages = [re.sub(r"\d+ / \d+\s*$", "", str(page.get_text())) for page in document]
    return "".join("".join(pages).split())


def words_of_docx(content: bytes) -> str:
    return "".join(words_of(read_structured(content, Kind.DOCX).blocks))


def words_of_html(content: bytes) -> str:
    return "".join(_Reader(content.decode()).words)


def expect_harmless(reader: _Reader) -> None:
    """Nothing runs, and nothing is fetched from elsewhere."""
    assert not {"script", "link", "iframe", "object", "form"} & set(reader.tags)
    for name, value in reader.attributes:
        assert not name.startswith("on")
        if name in ("href", "src"):
            assert value.startswith(("#", "data:image/"))


def pieces(record: AnswerRecord) -> Iterator[str]:
    """All texts of a record that stand together, in their order."""
    for block in blocks(record):
        match block:
            case Heading():
                yield block.words
            case Paragraph():
                yield from (block.lead, block.words)
            case Quotation():
                heads = [cell.heading for cell in block.cells]
                yield from (*heads, *block.words.split("\t"))
            case Fields():
                yield from (text for row in block.rows for text in row)
            case Picture():
                yield block.caption


FORMS: dict[str, tuple[Callable[[AnswerRecord], bytes], Callable[[bytes], str]]] = {
    "pdf": (pdf, words_of_pdf),
    "docx": (docx, words_of_docx),
    "html": (lambda record: html(record).encode(), words_of_html),
}
RECORDS = {
    "rules": by_rules(FOREIGN, "under 12\t5 mg"),
    "model": by_model(),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("kind", RECORDS)
def test_every_form_has_all_words_in_the_same_order(form: str, kind: str):
    record = illustrated(RECORDS[kind])
    write, read = FORMS[form]
    shown, at = read(write(record)), 0
    for text in pieces(record):
        words = "".join(clean(text).split())
        at = shown.index(words, at) + len(words)


@pytest.mark.parametrize("form", FORMS)
def test_the_same_record_gives_the_same_bytes(form: str):
    record = illustrated(by_model())
    write, _ = FORMS[form]
    assert write(record) == write(record)


SIGNS = ("\ud800", "\x00", "\udfff", "\ufffe", "\uffff", "\x0b", "\x7f")
"""Signs that no file may hold."""


@pytest.mark.parametrize(
    ("form", "sign"),
    [("html", sign) for sign in SIGNS[2:]] + [(form, sign) for form in FORMS for sign in SIGNS[:2]],
)
def test_a_sign_that_no_file_may_hold_is_shown_as_a_replacement(form: str, sign: str):
    write, read = FORMS[form]
    shown = read(write(illustrated(by_rules(question=f"a{sign}b?", name=f"a{sign}b.pdf"))))
    assert sign not in shown
    # MuPDF names the sign of a replacement by another letter; it draws the right one.
    assert len(re.findall("a[\ufffdȼ]b", shown)) >= 4


def test_a_pdf_has_a_title_an_outline_and_pictures():
    question = " ".join(["How <b>much</b> of it, and when?"] * 9)
    with pymupdf.open("pdf", pdf(illustrated(by_rules(question=question)))) as document:
        assert document.metadata is not None
        assert document.metadata["title"] == question
        levels = [(level, title) for level, title, _ in document.get_toc()]
        assert levels[:2] == [(1, question), (2, "Answer")]
        assert sum(len(page.get_images()) for page in document) == 2


def with_row(cells: Sequence[tuple[str, str]], **texts: str) -> AnswerRecord:
    """A record whose first quote is a table row of headings and texts."""
    record = by_rules(question=texts.pop("question", "How much?"))
    row = tuple(Cell(heading, text) for heading, text in cells)
    quote = record.quotes[0].model_copy(
        update={"cells": row, "text": "\t".join(text for _, text in cells)}
    )
    review = Review().with_check(0, Check(comment=texts.pop("comment", "")))
    update = {"quotes": (quote, *record.quotes[1:]), "review": review, **texts}
    return record.model_copy(update=update)


def lost_letters(record: AnswerRecord) -> Counter[str]:
    """The letters that a record has and the pages of its PDF do not show."""
    with pymupdf.open("pdf", pdf(record)) as document:
        seen = "".join(str(page.get_text(clip=page.rect)) for page in document)
    return Counter("".join(" ".join(map(clean, pieces(record))).split())) - Counter(seen)


def numbered(count: int, word: str = "word") -> str:
    return " ".join(f"{word}{number}" for number in range(count))


TALL = [(f"Heading {column}", numbered(300)) for column in range(3)]


@pytest.mark.parametrize(
    "record",
    [
        pytest.param(with_row(TALL), id="a row taller than a page"),
        pytest.param(with_row([("", numbered(1500))]), id="one cell without a heading"),
        pytest.param(with_row([(f"Head {n}", f"value {n}") for n in range(20)]), id="20 columns"),
        pytest.param(with_row([("A", "x" * 300), ("B", "y")]), id="a long word in a row"),
        pytest.param(with_row([], comment=numbered(3000)), id="a long comment"),
        pytest.param(with_row([], comment="z" * 400), id="a long word in a comment"),
        pytest.param(with_row([], note="\n".join("n" * 500)), id="a note of many lines"),
        pytest.param(with_row([], question="W" * 900), id="a long word in the question"),
        pytest.param(by_rules("ä" * 5000), id="a long word in a quote"),
        pytest.param(by_rules(numbered(9000)), id="a long quote"),
    ],
)
def test_no_letter_of_a_long_record_is_lost_in_its_pdf(record: AnswerRecord):
    assert lost_letters(record) == Counter()


LENGTHS = st.sampled_from([1, 9, 60, 400])
WORDS = st.sampled_from(["dose", "Größe", "x" * 40, "W" * 90, "https://example.org/" * 9])
TEXTS_OF_ANY_LENGTH = st.builds(numbered, LENGTHS, WORDS)


@settings(max_examples=8, deadline=None)
@given(
    cells=st.lists(st.tuples(st.just("Heading") | WORDS, TEXTS_OF_ANY_LENGTH), max_size=14),
    comment=TEXTS_OF_ANY_LENGTH,
    note=TEXTS_OF_ANY_LENGTH,
    question=st.builds(numbered, st.sampled_from([1, 9, 60]), WORDS),
)
def test_every_letter_survives_in_a_pdf(cells: list[tuple[str, str]], **texts: str):
    assert lost_letters(with_row(cells, **texts)) == Counter()


def test_what_has_no_room_on_a_page_is_said_and_never_left_out(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("core.export.answer_record.pdf._fits", lambda *_: True)
    for cells in (TALL, [("Heading", "value")] * 20):
        with pytest.raises(InputError, match=r"no room.*Word file"):
            pdf(with_row(cells))


def test_names_of_fields_stay_on_one_line_in_a_pdf_however_long_the_words_beside_them():
    record = by_rules()
    long = {"group": "Children", "section": ("A long heading",) * 12}
    quotes = tuple(quote.model_copy(update=long) for quote in record.quotes)
    with pymupdf.open("pdf", pdf(record.model_copy(update={"quotes": quotes}))) as document:
        lines = [line.strip() for page in document for line in str(page.get_text()).splitlines()]
    assert lines.count("Group of the row") == len(quotes)


def test_a_word_file_opens_with_headings_and_words_for_each_picture():
    document = library.Document(io.BytesIO(docx(illustrated(by_rules()))))
    headings = [p.text for p in document.paragraphs if p.style and "Heading" in str(p.style.name)]
    assert headings[:2] == ["How much?", "Answer"]
    shapes = document.inline_shapes
    assert [shape._inline.docPr.get("descr") for shape in shapes] == [
        "doses.pdf, page 1; cited lines marked"
    ] * 2
    assert document.core_properties.title == "How much?"


def test_a_web_page_needs_no_network_and_runs_nothing():
    reader = _Reader(html(illustrated(by_model())))
    expect_harmless(reader)
    policy = next(value for _, value in reader.attributes if "default-src" in value)
    assert policy.startswith("default-src 'none'; img-src data:; style-src 'sha256-")


def test_every_link_of_a_web_page_leads_somewhere():
    attributes = _Reader(html(illustrated(by_model()))).attributes
    names = {value for name, value in attributes if name == "id"}
    targets = [value[1:] for name, value in attributes if name == "href"]
    assert targets
    assert set(targets) <= names
    assert len(names) == len([1 for name, _ in attributes if name == "id"])


@cache
def usual_tags() -> set[str]:
    return set(_Reader(html(illustrated(by_rules("word")))).tags)


@pytest.mark.parametrize("text", TEXTS)
def test_foreign_texts_are_words_and_never_markup(text: str):
    record = illustrated(by_rules(" ".join(text.split()), question=text, name=text))
    reader = _Reader(html(record))
    assert set(reader.tags) == usual_tags()
    expect_harmless(reader)
    assert "".join(reader.words).count("".join(clean(text).split())) >= 3
    document = library.Document(io.BytesIO(docx(record)))
    assert "\n".join(clean(text).splitlines()) in [p.text for p in document.paragraphs]
