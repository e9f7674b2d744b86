from __future__ import annotations

import csv
import io
import json
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError, InvalidOption, NotFound, TooLarge
from core.evaluation.questions.base import Origin, Question, QuestionSet
from core.evaluation.questions.formats import read_for, read_questions, write_questions
from core.evaluation.questions.formats.corpus import Corpus
from core.evaluation.questions.formats.file_content import Content
from core.settings import Settings
from core.workbench import Workbench
from tests.builders import bullets, heading, pdf_bytes, sir_from_texts
from tests.core.evaluation.questions.making import (
    OTHER,
    SHA,
    asked,
    corpus,
    evidence,
    locate,
    question_sets,
)

if TYPE_CHECKING:
    from pathlib import Path

    from core.evaluation.questions.formats.base import Imported
    from core.sir import Sir

NAMES = {SHA: "a.pdf", OTHER: "b.pdf"}
_CONTEXT = "The dose is 5 mg. It is given twice a day. Children take half of it."


@cache
def _held() -> Corpus:
    """Documents of the identities that made-up questions speak of."""
    sirs = {sha: sir_from_texts(["Nothing."], sha) for sha in NAMES}
    return Corpus({sha: (name,) for sha, name in NAMES.items()}, lambda sha: sirs[sha])


@cache
def _sir() -> Sir:
    filler = ["Filler on a line of its own."] * 40
    return sir_from_texts([heading("Dose"), _CONTEXT, bullets("wait", "see"), *filler, _CONTEXT])


def _read(content: bytes | str, name: str, known: Corpus, kind: str = "") -> Imported:
    return read_for(
        Content(name, content.encode() if isinstance(content, str) else content), known, kind
    )


def _csv(*rows: dict[str, str]) -> str:
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, list(dict.fromkeys(name for row in rows for name in row)))
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


@given(question_sets())
def test_json_holds_all_that_is_known_of_a_set(questions: QuestionSet):
    found = _read(write_questions(questions, NAMES, "json"), "x.json", _held())
    assert found.problems == ()
    assert found.set == questions


@given(question_sets())
def test_csv_holds_all_that_is_known_of_the_questions(questions: QuestionSet):
    found = _read(write_questions(questions, NAMES, "csv"), "x.csv", _held())
    assert found.problems == ()
    assert found.questions == questions.questions
    assert found.format == "csv"


def test_the_same_set_is_written_as_the_same_bytes():
    questions = QuestionSet(name="s", questions=(asked("1?", evidence()),))
    for kind in ("json", "csv"):
        assert write_questions(questions, NAMES, kind) == write_questions(questions, NAMES, kind)
    with pytest.raises(InvalidOption, match="json or csv"):
        write_questions(questions, NAMES, "chroma")


def test_what_a_spreadsheet_would_compute_is_written_as_text():
    questions = QuestionSet(name="s", questions=(asked("=HYPERLINK(1)", evidence("-5 °C")),))
    (row,) = csv.DictReader(
        io.StringIO(write_questions(questions, NAMES, "csv").decode("utf-8-sig"))
    )
    assert row["question"] == "'=HYPERLINK(1)"
    assert row["text"] == "'-5 °C"


def test_a_hand_made_table_needs_only_words_and_a_document():
    table = _csv(
        {"Question": "How much?", "document": "guide", "page": "2", "text": "The dose is 5 mg."},
        {"Question": "Who?", "document": "guide.pdf", "answerable": "No", "asked_of": "GUIDE"},
    )
    sir = _sir()
    found = _read(table, "mine.csv", corpus(guide=sir))
    assert found.problems == ()
    how, who = found.questions
    assert how.evidence[0].lines[0].page == 2
    assert how.origin is Origin.IMPORTED
    assert (who.answerable, who.documents) == (False, (sir.document,))


@pytest.mark.parametrize("kind", ["json", "csv"])
def test_the_kind_of_a_question_is_kept_and_does_not_change_which_question_it_is(kind: str):
    plain = asked("How much?", evidence())
    tagged = plain.model_copy(update={"kind": "dose"})
    assert tagged.id == plain.id
    assert "kind" not in plain.model_dump()
    questions = QuestionSet(name="s", questions=(tagged, asked("Who?")))
    written = write_questions(questions, NAMES, kind)
    found = _read(written, f"mine.{kind}", _held())
    assert [one.kind for one in found.questions] == ["dose", ""]


@pytest.mark.parametrize("delimiter", [";", "\t"])
def test_tables_of_other_spreadsheets_are_read(delimiter: str):
    table = (
        f"question{delimiter}document{delimiter}text\nWie viel?{delimiter}guide{delimiter}5 mg\n"
    )
    assert len(_read(table, "x.csv", corpus(guide=_sir())).questions) == 1


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ({"text": "No such words."}, "does not hold these words"),
        ({"document": "unknown", "text": "5 mg"}, "no document 'unknown'"),
        ({"text": "5 mg", "page": "99"}, "no page 99"),
        ({"text": "5 mg", "page": "first"}, "is no page"),
        ({"text": ""}, "has no evidence"),
        ({"text": "5 mg", "answerable": "perhaps"}, "neither yes nor no"),
        ({"text": "5 mg", "answerable": "no"}, "answerable says no"),
        ({"text": "5 mg", "boxes": "1:0,0,2,1"}, "is no line"),
        ({"text": "5 mg", "boxes": "1:0,0"}, "is no line"),
        ({"text": "5 mg", "boxes": "1:0.5,0.1,0.2,0.2"}, "is no line"),
        ({"text": "5 mg", "boxes": "1:0.1,0.1,0.2,0.1"}, "is no line"),
        ({"text": "5 mg", "origin": "elsewhere"}, "is no origin"),
        ({"text": "5 mg", "document": ""}, "names no document"),
        ({"text": "5 mg", "question": ""}, "text"),
        ({"text": "5 mg", "question": "   "}, "text"),
    ],
)
def test_a_bad_row_is_reported_and_the_others_are_taken(row: dict[str, str], reason: str):
    good = {"question": "Good?", "document": "guide", "text": "5 mg", "page": "", "answerable": ""}
    bad = good | {"question": "Bad?", "boxes": "", "origin": ""} | row
    found = _read(_csv(bad, good | {"boxes": "", "origin": ""}), "x.csv", corpus(guide=_sir()))
    assert [question.text for question in found.questions] == ["Good?"]
    (problem,) = found.problems
    assert problem.row == "row 2"
    assert reason in problem.reason


def test_rows_of_a_question_are_joined_wherever_they_stand():
    rows = [
        {"number": "1", "question": "How much?", "document": "guide", "text": "5 mg"},
        {"number": "2", "question": "How often?", "document": "guide", "text": "twice a day"},
        {"number": "1", "question": "", "document": "guide", "text": "half of it"},
        {"number": "", "question": "When?", "document": "guide", "text": "a day"},
        {"number": "", "question": "Who?", "document": "guide", "text": "Children"},
    ]
    found = _read(_csv(*rows), "x.csv", corpus(guide=_sir()))
    assert found.problems == ()
    assert [(q.text, len(q.evidence)) for q in found.questions] == [
        ("How much?", 2),
        ("How often?", 1),
        ("When?", 1),
        ("Who?", 1),
    ]


def test_two_questions_of_a_number_are_reported_and_not_joined():
    row = {"number": "1", "document": "guide", "text": "5 mg"}
    table = _csv(row | {"question": "How much?"}, row | {"question": "How often?"})
    found = _read(table, "x.csv", corpus(guide=_sir()))
    assert found.questions == ()
    assert "Row 3 has the same number, but another question" in found.problems[0].reason


def test_a_table_of_boxes_needs_no_words():
    sir = _sir()
    row = {"question": "How much?", "answerable": "yes", "document": "guide"}
    found = _read(_csv(row | {"boxes": "1:0.1,0.1,0.9,0.2"}), "x.csv", corpus(guide=sir))
    assert found.problems == ()
    assert found.questions[0].evidence[0].document == sir.document


@pytest.mark.parametrize(
    ("change", "reason"),
    [({"text": " "}, "text"), ({"left": 0.9}, "left before right"), ({"bottom": 0.1}, "bottom")],
)
def test_json_with_a_question_that_is_none_is_reported(change: dict[str, Any], reason: str):
    line = {"page": 1, "left": 0.1, "top": 0.2, "right": 0.8, "bottom": 0.3}
    line |= {name: value for name, value in change.items() if name in line}
    entry = {"text": change.get("text", "How?")}
    entry |= {"evidence": [{"document": SHA, "lines": [line], "text": "5 mg"}]}
    content = json.dumps({"questions": [entry, {"text": "Good?"}]})
    found = _read(content, "x.json", _held())
    assert [question.text for question in found.questions] == ["Good?"]
    assert reason in found.problems[0].reason


def test_a_question_that_stands_twice_is_kept_once_and_reported():
    row = {"question": "How much?", "document": "guide", "text": "5 mg"}
    found = _read(_csv(row, row), "x.csv", corpus(guide=_sir()))
    assert len(found.questions) == 1
    assert "twice; row 2 is kept" in str(found.problems[0])


def test_evidence_of_another_version_of_a_document_is_found_by_its_words():
    questions = QuestionSet(
        name="s", questions=(asked("How much?", evidence("The dose is 5 mg.")),)
    )
    sir = _sir()
    for kind in ("json", "csv"):
        found = _read(write_questions(questions, NAMES, kind), f"x.{kind}", corpus(a=sir))
        assert found.questions[0].evidence[0].document == sir.document
        assert found.questions[0].evidence[0].text == "The dose is 5 mg."


def test_evidence_of_a_document_that_is_missing_is_reported():
    questions = QuestionSet(name="s", questions=(asked("How much?", evidence()),))
    found = _read(write_questions(questions, NAMES, "json"), "x.json", corpus(other=_sir()))
    assert found.questions == ()
    assert "'a.pdf'" in found.problems[0].reason


def _chroma(*references: dict[str, Any], corpus_id: str = "guide") -> str:
    return _csv({"question": "How?", "references": json.dumps(references), "corpus_id": corpus_id})


def test_chroma_references_are_found_with_their_offsets_as_the_hint():
    sir = _sir()
    later = locate(sir, "The dose is 5 mg.", page=2)
    assert later is not None
    content = {"content": "The dose is 5 mg.", "start_index": later.at + 9, "end_index": 0}
    found = _read(_chroma(content, {"content": "twice a day"}), "q.csv", corpus(guide=sir))
    assert found.format == "chroma"
    (question,) = found.questions
    assert [piece.lines[0].page for piece in question.evidence] == [2, 1]
    assert not question.any_of


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        (_chroma({"content": "thrice a day"}), "does not hold"),
        (_chroma({"content": "5 mg"}, corpus_id="poems"), "'poems'"),
        (_chroma({"start_index": 1}), "no content"),
        (_chroma(), "no list"),
        (_csv({"question": "?", "references": "[{", "corpus_id": "guide"}), "no valid JSON"),
    ],
)
def test_chroma_rows_that_cannot_be_placed_are_reported(table: str, reason: str):
    found = _read(table, "q.csv", corpus(guide=_sir()))
    assert found.questions == ()
    assert reason in found.problems[0].reason


def _squad(*entries: Any, title: str = "guide", context: str = _CONTEXT) -> str:
    paragraphs = [{"context": context, "qas": list(entries)}]
    return json.dumps({"version": "v2.0", "data": [{"title": title, "paragraphs": paragraphs}]})


def _answered(*texts: str, shift: int = 0) -> dict[str, Any]:
    answers = [{"text": text, "answer_start": _CONTEXT.index(text) + shift} for text in texts]
    return {"question": "How?", "id": "1", "answers": answers}


def test_squad_evidence_is_the_sentence_of_the_answer():
    found = _read(_squad(_answered("twice a day")), "dev.json", corpus(guide=_sir()))
    (question,) = found.questions
    assert question.evidence[0].text == "It is given twice a day."
    assert question.answer == "twice a day"
    assert found.format == "squad"


def test_squad_answers_of_several_readers_are_enough_each():
    found = _read(_squad(_answered("5 mg", "twice", "half")), "dev.json", corpus(guide=_sir()))
    assert found.questions[0].any_of
    assert len(found.questions[0].evidence) == 3
    same = _read(_squad(_answered("5 mg", "dose")), "dev.json", corpus(guide=_sir()))
    assert len(same.questions[0].evidence) == 1


def test_squad_questions_that_are_impossible_have_no_answer_in_their_document():
    sir = _sir()
    entry = {"question": "Why?", "answers": [], "is_impossible": True, "plausible_answers": []}
    (question,) = _read(_squad(entry), "dev.json", corpus(guide=sir)).questions
    assert not question.answerable
    assert question.documents == (sir.document,)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (_squad(_answered("5 mg", shift=1)), "does not stand at character"),
        (_squad(_answered("5 mg"), title="unknown"), "'unknown'"),
        (_squad({"question": "How?", "answers": []}), "no answers"),
        (_squad({"answers": []}), "question: Field required"),
        (_squad("not an object"), "no question with named fields"),
    ],
)
def test_squad_questions_that_cannot_be_placed_are_reported(content: str, reason: str):
    found = _read(content, "dev.json", corpus(guide=_sir()))
    assert found.questions == ()
    assert found.problems[0].row == "article 1, paragraph 1, question 1"
    assert reason in found.problems[0].reason


def test_quotes_are_found_on_their_page_and_questions_without_are_unanswerable():
    entries = [
        {
            "question": "How much?",
            "document": "guide.pdf",
            "answer": "5 mg",
            "evidence": [{"page": 2, "quote": "The dose is 5 mg."}],
        },
        {"question": "Who?", "document": "guide.pdf", "answer": None, "evidence": []},
        {"question": "What?", "document": "guide.pdf", "evidence": [{"quote": "unheard"}]},
    ]
    found = _read(json.dumps(entries), "q.json", corpus(guide=_sir()))
    assert [question.answerable for question in found.questions] == [True, False]
    assert found.questions[0].evidence[0].lines[0].page == 2
    assert [problem.row for problem in found.problems] == ["question 3"]


@pytest.mark.parametrize(
    ("content", "name", "message"),
    [
        ('{"questions": [', "q.json", r"q\.json is not valid JSON: line 1"),
        ("{}", "q.json", "no questions in a known form"),
        ("[]", "q.json", "no questions in a known form"),
        ("[" * 100_000, "q.json", r"q\.json"),
        ('{"questions": [], "version": 99}', "q.json", "another version"),
        ("name,age\nA,1\n", "t.csv", "no questions in a known form"),
        ('question,text\n"open,x\n', "t.csv", r"t\.csv is not a valid table: row"),
        (b"\x00\x01\x02", "q.json", r"q\.json is no text"),
        (b"", "q.csv", r"q\.csv is no text"),
    ],
)
def test_a_file_that_cannot_be_read_is_named_with_the_place(
    content: bytes | str, name: str, message: str
):
    with pytest.raises(InputError, match=message):
        _read(content, name, corpus())


def test_a_file_of_another_form_than_said_is_refused():
    with pytest.raises(InputError, match="does not have the form"):
        _read("question,text\n?,x\n", "x.csv", corpus(), "squad")


_KEYS = st.sampled_from(["text", "evidence", "any_of", "documents", "origin", "lines"]) | st.text()


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(_KEYS, inner),
        max_leaves=12,
    )
)
def test_whatever_a_list_of_questions_holds_each_is_taken_or_reported(entry: Any):
    entries = [entry, {"text": "Good?"}]
    found = _read(json.dumps({"questions": entries}), "x.json", corpus(guide=_sir()))
    assert len(found.questions) + len(found.problems) == len(entries)
    assert found.questions[-1].text == "Good?"


def test_a_document_is_found_by_its_name_however_its_accents_are_encoded():
    sir = sir_from_texts(["One."])
    known = Corpus({sir.document: ("Prüfbericht.pdf",)}, lambda _: sir)
    assert known.find("Pru\u0308fbericht.pdf") == sir.document


def test_two_documents_of_a_name_are_not_guessed_between():
    one, two = sir_from_texts(["One."]), sir_from_texts(["Two."])
    sirs = {sir.document: sir for sir in (one, two)}
    known = Corpus({one.document: ("a.pdf",), two.document: ("A.md",)}, lambda sha: sirs[sha])
    assert known.find("a.pdf") == one.document
    with pytest.raises(InputError, match="2 documents"):
        known.find("a")
    assert known.find(two.document) == two.document


def test_a_file_is_read_for_the_documents_of_a_library(tmp_path: Path):
    bench = Workbench(Settings.model_validate({"home": tmp_path / "home"}))
    record = bench.documents.add(
        pdf_bytes(["The dose is 5 mg.\nIt is given twice a day."]), "guide.pdf"
    )
    path = tmp_path / "mine.csv"
    path.write_text("question,document,text\nHow much?,guide,dose is 5 mg\n")
    found = read_questions(path, bench)
    assert found.set == QuestionSet(
        name="mine",
        questions=(
            Question(
                text="How much?", evidence=found.questions[0].evidence, origin=Origin.IMPORTED
            ),
        ),
    )
    assert found.questions[0].evidence[0].document == record.sha
    assert read_questions(path.read_bytes(), bench, "mine.csv") == found
    with pytest.raises(NotFound, match="no such file"):
        read_questions(tmp_path / "none.csv", bench)


def test_a_file_over_the_limit_is_refused_before_it_is_read(tmp_path: Path):
    bench = Workbench(Settings.model_validate({"home": tmp_path / "home", "max_upload_mb": 1}))
    path = tmp_path / "mine.csv"
    path.write_bytes(b"question,text\n" + b" " * 1_100_000)
    for source in (path, path.read_bytes()):
        with pytest.raises(TooLarge, match=r"mine\.csv: 1\.\d MB is over the limit of 1 MB"):
            read_questions(source, bench, "mine.csv")
