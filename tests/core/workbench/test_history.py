"""Signing, reopening after anything happened to the documents, deleting, and what the log tells."""

from __future__ import annotations

import itertools
import shutil
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING

import pymupdf
import pytest

from core.errors import DataDamaged, InputError, InvalidOption, NotFound, SightlineError
from core.evidence.citations import Quote, cite
from core.file_format import decode, encode
from core.history.answer_form import answer_of, answer_values, cards_of
from core.history.checks import Check, Decision, Review
from core.history.signed_answers import FORM, content_hash
from core.history.source_state import SourceState
from core.recommendations.base import EvidenceCard, Stated, TextRole
from core.rendering import Renderer
from core.settings import load_settings
from core.sir import ElementType
from core.spans import Span, located
from core.workbench import Workbench
from tests.builders import pdf_bytes
from tests.core.history.builders import simple_answer
from tests.disks import FULL, FailingDisk, Killed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
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


def test_40_answers_are_reopened_as_they_were_or_said_to_have_changed(
    bench: Workbench, renderer: Renderer
):
    """After a restart, after the document was read anew, and after another took its place."""
    phrases = ["The starting dose", "calverin is 40 mg", "once a day", "every three months"]
    answers = [quoting(bench, f"Question {n}?", phrases[n % 4]) for n in range(40)]
    signed = [bench.history.sign(answer, REVIEW, "Ada", renderer) for answer in answers]
    assert _states(restarted(bench), signed, answers) == [SourceState.UNCHANGED] * 40

    bench = restarted(bench)
    (record,) = bench.library.list()
    last = next(n for n in bench.documents.sir(record.sha).nodes if "calverin is 40" in n.text)
    bench.documents.correct(record.sha, last.id, ElementType.PAGE_FOOTER)
    changed = _states(restarted(bench), signed, answers)
    assert {SourceState.CHANGED} == {s for n, s in enumerate(changed) if n % 4 != 3}

    bench.delete(record.sha)
    bench.documents.add(pdf_bytes(("The starting dose is 20 mg.",)), "dose.pdf")
    bench = restarted(bench)
    assert _states(bench, signed, answers) == [SourceState.CHANGED] * 40
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


FAULTS = {
    "one write fails": (FULL, False),
    "all writes fail from one on": (FULL, True),
    "the process is killed": (Killed(), True),
}


@pytest.fixture
def signed_once(tmp_path: Path) -> Path:
    """A data folder with one signed answer that quotes nothing."""
    bench = Workbench(load_settings(home=tmp_path / "signed"))
    bench.history.sign(_empty("Earlier?"), Review(), "Ada", Renderer())
    return bench.settings.home


def _empty(question: str) -> Answer:
    return replace(simple_answer(question), citations=())


def _broken_at_each_write(
    home: Path, change: Callable[[Workbench], object], error: BaseException, *, for_good: bool
) -> Iterator[tuple[Workbench, BaseException | None]]:
    """The workbench after a change of which one write failed, and what the change raised."""
    for number in itertools.count(1):
        shutil.copytree(home, folder := home.with_name(f"broken-{number}"))
        bench, raised = Workbench(load_settings(home=folder)), None
        disk = FailingDisk(number, error, for_good=for_good)
        with pytest.MonkeyPatch.context() as patch:
            disk.break_down(patch)
            try:
                change(bench)
            except (SightlineError, Killed) as problem:
                raised = problem
        yield bench, raised
        if not disk.failed:
            assert number > 10
            return


def _is_listed(bench: Workbench, question: str) -> bool:
    return question in {answer.question for answer in bench.history.answers.list()}


def _sign(bench: Workbench, renderer: Renderer) -> None:
    bench.history.sign(_empty("Now?"), Review(), "Ada", renderer)


def _delete(bench: Workbench, renderer: Renderer) -> None:
    bench.history.delete(bench.history.answers.ids()[0], "Bo")


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize(
    ("change", "action", "count", "question"),
    [(_sign, "signed", 2, "Now?"), (_delete, "deleted", 1, "Earlier?")],
)
def test_an_answer_is_signed_or_deleted_as_a_whole_or_not_whichever_write_fails(
    signed_once: Path,
    renderer: Renderer,
    fault: str,
    change: Callable[[Workbench, Renderer], None],
    action: str,
    count: int,
    question: str,
):
    error, for_good = FAULTS[fault]
    outcomes = set()
    changes = _broken_at_each_write(
        signed_once, lambda bench: change(bench, renderer), error, for_good=for_good
    )
    for bench, raised in changes:
        report = bench.history.verify()
        assert report.is_sound, report
        bench.history.note_export("1" * 24, "pdf")
        after = restarted(bench)
        assert after.history.verify() == (after.history.log.state(), (), ()), "nothing is left over"
        actions = [entry.action for entry in after.history.log.state().entries]
        changed = actions.count(action) == count
        assert _is_listed(after, question) is (changed == (change is _sign))
        if not isinstance(raised, Killed):
            assert changed is (raised is None or "tells that the answer" in str(raised))
        outcomes.add(changed)
    assert outcomes == {True, False}


def test_what_a_kill_left_is_said_to_be_unfinished_and_not_to_be_tampered_with(
    signed_once: Path, renderer: Renderer, monkeypatch: pytest.MonkeyPatch
):
    bench = Workbench(load_settings(home=signed_once))

    def die(*_: object, **__: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(bench.history.log, "add", die)
        patch.setattr(bench.history.answers, "settle", die)
        with pytest.raises(Killed):
            bench.history.sign(_empty("Now?"), Review(), "Ada", renderer)
    report = bench.history.verify()
    assert (report.is_sound, report.disagreements) == (True, ())
    assert "interrupted. It is not signed" in report.notice
    assert not _is_listed(bench, "Now?")
    assert restarted(bench).history.verify().notice == ""


def test_an_answer_that_is_unfinished_while_the_log_is_damaged_stays_as_it_is(signed_once: Path):
    bench = Workbench(load_settings(home=signed_once))
    (answer,) = bench.history.answers.ids()
    bench.history.answers.withdraw(answer)
    log = bench.history.log.path
    log.write_bytes(log.read_bytes().replace(b"Ada", b"Eve"))
    assert restarted(bench).history.answers.unfinished() == (answer,)
    log.write_bytes(log.read_bytes().replace(b"Eve", b"Ada"))
    assert restarted(bench).history.answers.ids() == (answer,)


def test_verifying_gives_no_alarm_while_someone_signs(signed_once: Path, renderer: Renderer):
    bench, other = (Workbench(load_settings(home=signed_once)) for _ in range(2))
    with ThreadPoolExecutor(1) as pool:
        signing = pool.submit(
            lambda: [
                bench.history.sign(_empty(f"{n}?"), Review(), "Ada", renderer) for n in range(20)
            ]
        )
        reports = [other.history.verify()]
        while not signing.done() or len(reports) < 4:
            reports.append(other.history.verify())
    signing.result()
    assert [report for report in reports if not report.is_sound] == []


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
    shutil.rmtree(history.answers.folder / gone.id)
    history.log.add("deleted", unlogged.id)
    report = history.verify()
    assert not report.is_sound
    assert report.log.problem is None
    assert {
        answer.id for answer in (changed, gone, unlogged)
        if any(answer.id in words for words in report.disagreements)
    } == {changed.id, gone.id, unlogged.id}  # fmt: skip


def _rewritten(path: Path, old: bytes, new: bytes) -> None:
    """Other words in a file of an answer, with the checksum that belongs to them."""
    values = decode(FORM, path.read_bytes(), path).replace(old, new)
    path.write_bytes(encode(FORM, values.strip()) + b"\n")


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda f: _rewritten(f, b'"note": ""', b'"note": "", "x": 1'), id="a field"),
        pytest.param(
            lambda f: _rewritten(f, b'"seconds": 0.0', b'"seconds": 0.0, "x": 1'), id="deep inside"
        ),
        pytest.param(lambda f: f.write_bytes(f.read_bytes() + b"  \n"), id="blanks at the end"),
        pytest.param(lambda f: (f.parent / "other.pdf").write_bytes(b"%PDF"), id="another file"),
        pytest.param(lambda f: (f.parents[1] / "note.txt").write_text("x"), id="a file beside"),
        pytest.param(lambda f: (f.parents[1] / "folder").mkdir(), id="a folder beside"),
    ],
)
def test_verifying_names_what_was_put_in(
    signed_once: Path, renderer: Renderer, change: Callable[[Path], object]
):
    history = Workbench(load_settings(home=signed_once)).history
    signed = history.sign(_empty("Now?"), REVIEW, "Ada", renderer)
    assert history.verify().is_sound
    change(history.answers.folder / signed.id / "answer.json")
    (words,) = history.verify().disagreements
    assert str(history.answers.folder) in words


def test_a_log_that_was_written_anew_is_found_by_a_hash_noted_elsewhere(bench: Workbench):
    noted = bench.history.note_export("1" * 24, "PDF", "Ada")
    assert bench.history.verify(noted).is_sound
    shutil.rmtree(bench.settings.home / "audit")
    bench.history.note_export("1" * 24, "PDF", "Ada")
    assert bench.history.verify().is_sound
    assert noted in bench.history.verify(noted).disagreements[0]
