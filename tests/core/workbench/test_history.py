"""Signing, reopening after anything happened to the documents, deleting, and what the log tells."""

from __future__ import annotations

import shutil
from dataclasses import replace
from typing import TYPE_CHECKING

import pymupdf
import pytest

from core.errors import DataDamaged, InputError, InvalidOption, NotFound, SetupError
from core.evidence.citations import Quote, cite
from core.history.answer_form import answer_of, answer_values, cards_of
from core.history.checks import Check, Decision, Review
from core.history.signed_answers import content_hash
from core.history.source_state import SourceState
from core.recommendations.base import EvidenceCard, Stated, TextRole
from core.rendering import Renderer
from core.settings import load_settings
from core.sir import ElementType
from core.spans import Span, located
from core.workbench import Workbench
from tests.builders import pdf_bytes
from tests.core.history.builders import simple_answer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from core.answering.base import Answer
    from core.history.base import SignedAnswer

PAGES = (
    "Doses of calverin\nThe starting dose of calverin is 40 mg once a day.",
    "Nothing is quoted of this page.",
    "Patients should be seen every three months.\nVersion 2 of this text.",
)
REVIEW = Review().with_check(0, Check(decision=Decision.ACCEPTED, comment="As in the ward’s list"))


@pytest.fixture(scope="module")
def renderer() -> Iterator[Renderer]:
    made = Renderer()
    yield made
    made.close()


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with a document; not to be changed."""
    home = tmp_path_factory.mktemp("read") / "home"
    Workbench(load_settings(home=home)).documents.add(pdf_bytes(PAGES), "dose.pdf")
    return home


@pytest.fixture
def bench(read: Path, tmp_path: Path) -> Workbench:
    shutil.copytree(read, tmp_path / "home")
    return Workbench(load_settings(home=tmp_path / "home"))


def restarted(bench: Workbench) -> Workbench:
    return Workbench(load_settings(home=bench.settings.home))


def quoting(bench: Workbench, question: str = "Which dose?", *phrases: str) -> Answer:
    """An answer with a citation for each phrase, found where it stands in the only document."""
    (record,) = bench.library.list()
    sir = bench.documents.sir(record.sha)
    citations = []
    for number, phrase in enumerate(phrases or ("The starting dose of calverin is 40 mg",), 1):
        node = next(at for at, node in enumerate(sir.nodes) if phrase in node.text)
        start = sir.nodes[node].text.index(phrase)
        span = Span(node, start, start + len(phrase))
        quote = Quote(record.sha, "c1", (span,), phrase, {"score": 1.5})
        citations.append(cite(number, quote, sir))
    return replace(simple_answer(question), citations=tuple(citations))


def test_a_signed_answer_comes_back_with_name_hashes_settings_and_version(
    bench: Workbench, renderer: Renderer
):
    answer = quoting(bench)
    signed = bench.history.sign(
        answer, REVIEW, " Dr.  Ada ", renderer, settings="fixed,max_tokens=64", tags=["ward", ""]
    )
    again = restarted(bench).history.answers.load(signed.id)
    assert again == signed
    assert answer_of(again.answer) == answer
    assert (again.review, again.settings, again.tags) == (REVIEW, "fixed,max_tokens=64", ("ward",))
    assert again.signature.name == "Dr. Ada"
    assert again.signature.program.startswith("Sightline")
    (source,) = again.sources
    assert (source.name, source.sha) == ("dose.pdf", bench.library.list()[0].sha)


def test_only_the_cited_pages_are_kept_and_show_the_same_lines(
    bench: Workbench, renderer: Renderer
):
    answer = quoting(bench, "?", "once a day", "every three months")
    signed = bench.history.sign(answer, REVIEW, "Ada", renderer)
    (source,) = signed.sources
    assert [page.number for page in source.pages] == [1, 3]
    assert source.excerpt_page(3) == 2
    with pytest.raises(NotFound, match="Page 2"):
        source.excerpt_page(2)
    path = bench.history.answers.excerpt(signed, source.sha)
    with pymupdf.open(path) as excerpt:
        words = [page.get_text() for page in excerpt]
    assert "calverin" in words[0]
    assert "three months" in words[1]
    assert len(words) == 2
    kept = bench.history.answers.tree(signed, source.sha)
    assert kept
    for citation in answer.citations:
        assert tuple(located(kept, citation.quote.spans)) == citation.lines
    assert not any("Nothing is quoted" in node.text for node in kept.nodes)


def test_the_page_of_what_a_card_states_is_kept_too(bench: Workbench, renderer: Renderer):
    answer = quoting(bench)
    (version,) = quoting(bench, "?", "Version 2").citations
    stated = Stated("Version 2", version.quote.spans)
    cards = (EvidenceCard(TextRole.TEXT, answer.citations[0].quote.spans, version=stated),)
    signed = bench.history.sign(answer, REVIEW, "Ada", renderer, cards=cards)
    assert [page.number for page in signed.sources[0].pages] == [1, 3]
    assert signed.sources[0].version == "Version 2"
    assert cards_of(signed.answer) == cards


def test_200_answers_are_reopened_as_they_were_or_said_to_have_changed(
    bench: Workbench, renderer: Renderer
):
    """After a restart, after the document was read anew, and after another took its place."""
    phrases = ["The starting dose", "calverin is 40 mg", "once a day", "every three months"]
    answers = [quoting(bench, f"Question {n}?", phrases[n % 4]) for n in range(200)]
    signed = [bench.history.sign(answer, REVIEW, "Ada", renderer) for answer in answers]
    assert _states(restarted(bench), signed, answers) == [SourceState.UNCHANGED] * 200

    bench = restarted(bench)
    (record,) = bench.library.list()
    last = next(n for n in bench.documents.sir(record.sha).nodes if "calverin is 40" in n.text)
    bench.documents.correct(record.sha, last.id, ElementType.PAGE_FOOTER)
    changed = _states(restarted(bench), signed, answers)
    assert {SourceState.CHANGED} == {s for n, s in enumerate(changed) if n % 4 != 3}

    bench.delete(record.sha)
    bench.documents.add(pdf_bytes(("The starting dose is 20 mg.",)), "dose.pdf")
    bench = restarted(bench)
    assert _states(bench, signed, answers) == [SourceState.CHANGED] * 200
    assert "Another file has taken its place" in bench.history.source_reports(signed[0])[0].why
    assert bench.history.verify().is_sound


def _states(
    bench: Workbench, signed: list[SignedAnswer], answers: list[Answer]
) -> list[SourceState]:
    """The state of the source of each, after it was reopened exactly as it was."""
    states = []
    for before, answer in zip(signed, answers, strict=True):
        after = bench.history.answers.load(before.id)
        assert after == before
        assert bench.history.answers.excerpt(after, after.sources[0].sha)
        assert answer_values(answer_of(after.answer)) == answer_values(answer)
        tree = bench.history.answers.tree(after, after.sources[0].sha)
        assert tree
        (citation,) = answer.citations
        assert tuple(located(tree, citation.quote.spans)) == citation.lines
        (report,) = bench.history.source_reports(after)
        assert bool(report.why) is (report.state is SourceState.CHANGED)
        states.append(report.state)
    return states


def test_an_answer_whose_document_is_gone_cannot_be_signed(bench: Workbench, renderer: Renderer):
    answer = quoting(bench)
    bench.delete(bench.library.list()[0].sha)
    with pytest.raises(InputError, match="no document"):
        bench.history.sign(answer, REVIEW, "Ada", renderer)
    assert bench.history.answers.ids() == ()
    assert bench.history.log.state().entries == ()


def test_an_answer_of_an_earlier_reading_cannot_be_signed(bench: Workbench, renderer: Renderer):
    answer = quoting(bench)
    (citation,) = answer.citations
    moved = replace(citation, quote=replace(citation.quote, text="Another dose"))
    with pytest.raises(InputError, match=r"read anew.*Ask the question again"):
        bench.history.sign(replace(answer, citations=(moved,)), REVIEW, "Ada", renderer)


@pytest.mark.parametrize("name", ["", " \n", "x" * 121])
def test_a_signature_needs_a_name_that_fits(bench: Workbench, renderer: Renderer, name: str):
    with pytest.raises(InvalidOption, match="name"):
        bench.history.sign(quoting(bench), REVIEW, name, renderer)


def test_what_cannot_be_logged_is_not_kept(
    bench: Workbench, renderer: Renderer, monkeypatch: pytest.MonkeyPatch
):
    def refuse(*_: object, **__: object) -> None:
        raise SetupError("no room")

    monkeypatch.setattr(bench.history.log, "add", refuse)
    with pytest.raises(SetupError):
        bench.history.sign(quoting(bench), REVIEW, "Ada", renderer)
    assert bench.history.answers.ids() == ()


def test_a_deleted_answer_leaves_its_id_and_hash_in_the_log(bench: Workbench, renderer: Renderer):
    signed = bench.history.sign(quoting(bench), REVIEW, "Ada", renderer)
    bench.history.delete(signed.id, "Bo")
    with pytest.raises(NotFound):
        bench.history.answers.load(signed.id)
    entry = bench.history.log.state().entries[-1]
    assert (entry.action, entry.subject, entry.name) == ("deleted", signed.id, "Bo")
    assert entry.content == content_hash(signed)
    assert bench.history.verify().is_sound
    with pytest.raises(NotFound):
        bench.history.delete(signed.id)


def test_the_list_has_what_is_searched_and_names_damaged_answers(
    bench: Workbench, renderer: Renderer
):
    whole = bench.history.sign(quoting(bench, "Which?"), REVIEW, "Ada", renderer, note="For May")
    broken = bench.history.sign(quoting(bench, "Other?"), Review(), "Bo", renderer)
    path = bench.history.answers.folder / broken.id / "answer.json"
    path.write_bytes(path.read_bytes().replace(b"calverin", b"calvexin"))
    first, second = bench.history.answers.list()
    assert (first.id, first.signer, first.decisions) == (whole.id, "Ada", (Decision.ACCEPTED,))
    assert first.documents[0][1] == "dose.pdf"
    for words in ("Which?", "40 mg", "As in the ward’s list", "For May"):
        assert words in first.words
    assert (second.id, bool(second.problem)) == (broken.id, True)


def test_verifying_finds_changed_missing_and_unknown_answers(bench: Workbench, renderer: Renderer):
    history = bench.history
    changed, gone, unlogged = (
        history.sign(quoting(bench, f"{n}?"), REVIEW, "Ada", renderer) for n in range(3)
    )
    assert history.verify().is_sound
    excerpt = history.answers.excerpt(changed, changed.sources[0].sha)
    excerpt.write_bytes(excerpt.read_bytes() + b" ")
    with pytest.raises(DataDamaged, match="changed after it was signed"):
        history.answers.excerpt(changed, changed.sources[0].sha)
    history.answers.delete(gone.id)
    history.log.add("deleted", unlogged.id)
    report = history.verify()
    assert not report.is_sound
    assert report.log.problem is None
    assert {
        answer.id for answer in (changed, gone, unlogged)
        if any(answer.id in words for words in report.disagreements)
    } == {changed.id, gone.id, unlogged.id}  # fmt: skip


def test_a_log_that_was_written_anew_is_found_by_a_hash_noted_elsewhere(bench: Workbench):
    noted = bench.history.note_export("1" * 24, "PDF", "Ada")
    assert bench.history.verify(noted).is_sound
    shutil.rmtree(bench.settings.home / "audit")
    bench.history.note_export("1" * 24, "PDF", "Ada")
    assert bench.history.verify().is_sound
    assert noted in bench.history.verify(noted).disagreements[0]
