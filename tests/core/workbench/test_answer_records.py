"""Files of answers from a library, and of signed answers from their kept pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pymupdf
import pytest

from core.answering.base import Answer
from core.evidence.citations import Quote, cite
from core.history.checks import Check, Decision, Review
from core.settings import load_settings
from core.spans import Span
from core.workbench import Workbench
from core.workbench.answer_records import RecordForm
from tests.builders import pdf_bytes

if TYPE_CHECKING:
    from pathlib import Path

    from core.rendering import Renderer

PHRASE = "The starting dose of calverin is 40 mg"
PAGES = ("Version 2.1\nNothing is quoted of this page.", f"Doses of calverin\n{PHRASE} once a day.")
REVIEW = Review().with_check(0, Check(decision=Decision.ACCEPTED, comment="As in the list"))


@pytest.fixture
def bench(tmp_path: Path) -> Workbench:
    bench = Workbench(load_settings(home=tmp_path / "home"))
    bench.documents.add(pdf_bytes(PAGES), "dose.pdf")
    return bench


def quoting(bench: Workbench) -> Answer:
    (document,) = bench.library.list()
    sir = bench.documents.sir(document.sha)
    node = next(at for at, node in enumerate(sir.nodes) if PHRASE in node.text)
    start = sir.nodes[node].text.index(PHRASE)
    span = Span(node, start, start + len(PHRASE))
    citation = cite(1, Quote(document.sha, "c", (span,), PHRASE, {}), sir)
    return Answer("Which dose?", (citation,), False, "Sure.", 0.9, 0.2, ())


def text_of(content: bytes) -> str:
    with pymupdf.open("pdf", content) as document:
        return " ".join(" ".join(str(page.get_text()) for page in document).split())


def test_a_file_has_the_quote_with_version_page_settings_and_its_cut_out(
    bench: Workbench, renderer: Renderer
):
    record = bench.records.of(quoting(bench), "fixed,max_tokens=64", review=REVIEW)
    content = bench.records.file(record, RecordForm.PDF, renderer)
    text = text_of(content)
    for words in (PHRASE, "Version 2.1", "dose.pdf, page 2", "fixed,max_tokens=64", "Accepted"):
        assert words in text
    with pymupdf.open("pdf", content) as document:
        assert len(document[0].get_images()) == 1


def test_an_answer_is_handed_on_after_its_document_was_deleted_without_pictures(
    bench: Workbench, renderer: Renderer
):
    answer = quoting(bench)
    bench.delete(answer.citations[0].quote.document)
    text = text_of(bench.records.file(bench.records.of(answer), RecordForm.PDF, renderer))
    assert PHRASE in text
    assert "The page could not be drawn." in text


@pytest.mark.parametrize("form", RecordForm)
def test_a_signed_answer_is_handed_on_from_its_kept_pages_and_the_log_tells(
    bench: Workbench, renderer: Renderer, form: RecordForm
):
    signed = bench.history.sign(quoting(bench), REVIEW, "Dr. Ada", renderer, note="Ward round")
    bench.delete(signed.sources[0].sha)
    record = bench.records.of_signed(bench.history.answers.load(signed.id))
    content = bench.records.file(record, form, renderer, name="Bo")
    assert len(content) > 20_000, "it has pictures"
    last = bench.history.log.state().entries[-1]
    assert (last.subject, last.note, last.name) == (signed.id, form, "Bo")
    assert bench.history.verify().is_sound
    if form is RecordForm.PDF:
        text = text_of(content)
        for words in ("Signed by Dr. Ada,", "1 of 1 checked", "Ward round", last.hash, signed.id):
            assert words in text
