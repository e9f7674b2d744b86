from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from core.errors import Cancelled
from core.evaluation.questions.base import Origin
from core.evaluation.questions.locating import Searchable, evidence_of_lines
from core.evaluation.questions.rules.base import DocumentWords, title_of
from core.evaluation.questions.rules.generating import generate, spread
from tests.builders import Block, heading, sir_from_texts, table
from tests.core.parsing.papers import parse_with
from tests.strategies import sirs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.sir import Sir

_LONG = (
    "The team looks at the patient, at the plan and at all that was done for it on the day "
    "before, and says in a few words what it will do and who is told of it."
)
_GERMAN = (
    "Die Behandlung wird mit der Patientin besprochen und von der Ärztin in der Akte vermerkt, "
    "und das Ergebnis ist für die weitere Behandlung von Bedeutung."
)


def _texts(blocks: Sequence[Block | str], most: int = 30) -> list[str]:
    return [question.text for question in generate([sir_from_texts(blocks)], most)]


def _with_title(*blocks: Block | str) -> list[Block | str]:
    return [heading("A guide to treatment", 1), _LONG, *blocks]


@pytest.mark.parametrize(
    ("title", "question"),
    [
        ("2.1 Perioperative care", "What does the document say about perioperative care?"),
        ("When to suspect a crisis", "When should you suspect a crisis?"),
        ("How to read the tables", "How do you read the tables?"),
        ("Who needs steroid treatment?", "Who needs steroid treatment?"),
        ("If the pump stops", "What should be done if the pump stops?"),
        ("After surgery", "What does the document say under the heading “After surgery”?"),
        ("Article 4 Emergency access", "What does the document say about emergency access?"),
        ("About optical discs", "What does the document say about optical discs?"),
        ("MANAGEMENT OF THE PLAN", "What does the document say about management of the plan?"),
    ],
)
def test_a_heading_is_asked_for_in_a_form_that_fits_it(title: str, question: str):
    assert question in _texts(_with_title(heading(title, 2), _LONG))


def test_a_section_that_recommends_is_asked_for_what_it_recommends():
    said = "Patients should be told of the plan. " + _LONG
    (found,) = _texts(_with_title(heading("Older patients", 2), said))
    assert found == "What does the document recommend regarding older patients?"


def test_german_documents_are_asked_in_german():
    blocks = [heading("Leitlinie", 1), _GERMAN, heading("2.3 Umgang mit Schmerzen", 2), _GERMAN]
    assert _texts(blocks) == ["Was sagt das Dokument zum Thema „Umgang mit Schmerzen“?"]


@pytest.mark.parametrize(
    "title",
    [
        "Introduction",
        "1 Background",
        "Contents",
        "Step 2: Press the button",
        "To set up the device:",
        "This guideline",
        "3.1",
        "See www.example.org",
        "What’s in the box",
        "x" * 120,
    ],
)
def test_headings_that_name_nothing_are_not_asked_for(title: str):
    assert _texts(_with_title(heading(title, 2), _LONG)) == []


def test_a_heading_that_stands_twice_is_asked_for_with_the_one_above_it():
    pair = [heading("Dose of the drug", 3), _LONG]
    blocks = [heading("Children", 2), *pair, heading("Adults", 2), *pair]
    assert _texts(_with_title(*blocks)) == [
        "What does the document say about dose of the drug (section “Children”)?",
        "What does the document say about dose of the drug (section “Adults”)?",
    ]


def test_a_heading_that_is_part_of_the_form_of_the_document_is_not_asked_for():
    pairs = [
        block
        for number in range(4)
        for block in (heading(f"Topic number {number}", 2), heading("Why we say so", 3), _LONG)
    ]
    assert _texts(_with_title(*pairs)) == []


def test_sections_with_a_table_or_with_next_to_nothing_are_left_out():
    blocks = [
        heading("Care at home", 2),
        _LONG,
        table([["Day", "Dose"], ["One", "5"], ["Two", "6"]]),
        heading("Care abroad", 2),
        "See there.",
    ]
    assert not [text for text in _texts(_with_title(*blocks)) if "about" in text]


def test_terms_are_asked_for_where_a_sentence_defines_them():
    said = "An outage is defined as any time in which the service cannot be used by anybody."
    sir = sir_from_texts(_with_title(said))
    (found,) = generate([sir])
    assert found.text == "What does “outage” mean?"
    assert found.evidence[0].text == said
    assert found.documents == (sir.document,)
    assert found.origin is Origin.RULES


def test_headings_among_definitions_are_terms():
    said = "A kit that holds what is needed at once, and a card that says how to use it."
    blocks = [heading("Terms used in the guideline", 2), heading("Emergency kit", 3), said]
    assert "What does “emergency kit” mean?" in _texts(_with_title(*blocks))


def test_acronyms_that_are_used_are_asked_for_with_their_words_as_evidence():
    used = "People with CAH and those of them with severe CAH are seen at once."
    said = "The plan is for people with congenital adrenal hyperplasia (CAH) at home."
    (found,) = generate([sir_from_texts(_with_title(said, used))])
    assert found.text == "What does CAH stand for?"
    assert found.evidence[0].text == "congenital adrenal hyperplasia (CAH)"


def test_figures_of_a_table_are_asked_for_by_row_and_column():
    rows = [["Stage", "Survival"], ["I", "84 %"], ["II", "66 %"], ["III", "41 %"]]
    found = generate([sir_from_texts(_with_title(heading("Survival by stage", 2), table(rows)))])
    assert found[0].text == (
        "In “Survival by stage”, what is given under “Survival” for “Stage I”?"
    )
    assert found[0].evidence[0].text == "I 84 %"
    assert len(found) == 3


def test_tables_without_names_are_not_asked_for():
    rows = [["", "3"], ["law", "4"], ["law", "5"], ["x", "6"]]
    assert _texts(_with_title(heading("Figures of all kinds", 2), table(rows))) == []


def test_questions_without_an_answer_ask_for_what_the_document_does_not_hold():
    medical = sir_from_texts(_with_title(heading("Glucocorticoid withdrawal", 2), _LONG))
    device = sir_from_texts(_with_title(heading("Optical discs", 2), _LONG))
    found = generate([medical, device], 5, unanswerable=4)
    doubtful = [question for question in found if not question.answerable]
    assert [(question.text, question.documents) for question in doubtful] == [
        ("What does the document say about optical discs?", (medical.document,)),
        ("What does the document say about glucocorticoid withdrawal?", (device.document,)),
    ]


def test_documents_that_share_a_word_are_not_asked_for_it():
    one = sir_from_texts(_with_title(heading("Withdrawal of drugs", 2), _LONG))
    other = sir_from_texts(_with_title(heading("Drug interactions", 2), _LONG))
    assert all(question.answerable for question in generate([one, other], 5, unanswerable=9))


def test_documents_of_another_language_are_not_asked():
    one = sir_from_texts(_with_title(heading("Optical discs", 2), _LONG))
    other = sir_from_texts([heading("Leitlinie", 1), heading("Umgang mit Schmerzen", 2), _GERMAN])
    assert all(question.answerable for question in generate([one, other], 5, unanswerable=9))


@given(sirs())
def test_every_question_has_evidence_that_stands_in_its_document(sir: Sir):
    found = generate([sir], 10)
    assert found == generate([sir], 10)
    assert len({question.id for question in found}) == len(found) <= 10
    for question in found:
        (piece,) = question.evidence
        assert piece.document == sir.document
        assert evidence_of_lines(sir, piece.lines) is not None


def test_cancelling_passes_through():
    def stop(done: int, total: int) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        generate([sir_from_texts([_LONG])], progress=stop)


def test_items_are_spread_over_all_of_them_in_their_order():
    assert spread(range(10), 3) == [0, 3, 6]
    assert spread(range(2), 5) == [0, 1]
    assert spread([], 3) == spread([1], 0) == spread([1], -1) == []


def test_numbers_of_headings_are_left_out_of_titles():
    titles = [
        "1.2.3 Care",
        "Kapitel 4 Care",
        "Item 7. Care",
        "Note 2—Care",
        "12 – Care",
        "§ 3 Care",
    ]
    assert {title_of(title) for title in titles} == {"Care"}
    assert title_of("1.2") == "1.2"


def test_names_keep_their_capitals_inside_a_question():
    known = DocumentWords(
        sir_from_texts(["People with Addison's disease and the people of Apple say so."])
    )
    assert known.in_sentence("Addison's disease") == "Addison's disease"
    assert known.in_sentence("People with KLT2 fusion") == "people with KLT2 fusion"
    assert known.in_sentence("Data Protection Officer") == "Data Protection Officer"


def test_a_real_policy_gives_questions_whose_evidence_is_found_again(policy: Sir):
    found = generate([policy], 20)
    text = Searchable(policy)
    assert len(found) == 20
    assert "What does “removable medium” mean?" in [question.text for question in found]
    assert all(text.locate(question.evidence[0].text) for question in found)


@pytest.fixture(scope="module")
def policy() -> Sir:
    content = Path("sample_docs/data_security_policy.pdf").read_bytes()
    return parse_with("structural_rule", content)
