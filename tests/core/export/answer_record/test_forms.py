"""The same record in each form of file: same words, same order, same bytes each time."""

from __future__ import annotations

import io
import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import docx as library
import pymupdf
import pytest

from core.export.answer_record.blocks import Fields, Heading, Paragraph, Picture, Quotation
from core.export.answer_record.content import blocks
from core.export.answer_record.docx import docx
from core.export.answer_record.html import html
from core.export.answer_record.markup import clean
from core.export.answer_record.pdf import pdf
from core.library.file_kinds import Kind
from core.library.structured.blocks import words_of
from core.library.structured.reading import read_structured
from tests.browser.foreign_texts import TEXTS
from tests.core.export.answer_record.builders import by_model, by_rules, illustrated

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

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


@pytest.mark.parametrize("form", FORMS)
def test_a_text_that_is_no_unicode_is_shown_with_a_replacement(form: str):
    write, read = FORMS[form]
    assert "a?b" in read(write(illustrated(by_rules("a\ud800b"))))


def test_a_pdf_has_a_title_an_outline_and_pictures():
    question = " ".join(["How <b>much</b> of it, and when?"] * 9)
    with pymupdf.open("pdf", pdf(illustrated(by_rules(question=question)))) as document:
        assert document.metadata is not None
        assert document.metadata["title"] == question
        levels = [(level, title) for level, title, _ in document.get_toc()]
        assert levels[:2] == [(1, question), (2, "Answer")]
        assert sum(len(page.get_images()) for page in document) == 2


def test_a_long_word_and_a_tall_quote_stay_on_their_page():
    with pymupdf.open("pdf", pdf(illustrated(by_rules("x" * 400)))) as document:
        words = [word for page in document for word in page.get_text("words")]
    assert max(float(word[2]) for word in words) <= 595


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


@pytest.mark.parametrize("text", TEXTS)
def test_foreign_texts_are_words_and_never_markup(text: str):
    usual = _Reader(html(illustrated(by_rules("word"))))
    record = illustrated(by_rules(" ".join(text.split()), question=text, name=text))
    reader = _Reader(html(record))
    assert set(reader.tags) == set(usual.tags)
    expect_harmless(reader)
    assert "".join(reader.words).count("".join(clean(text).split())) >= 3
    document = library.Document(io.BytesIO(docx(record)))
    assert "\n".join(clean(text).splitlines()) in [p.text for p in document.paragraphs]
