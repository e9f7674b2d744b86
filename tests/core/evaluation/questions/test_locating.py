from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.evaluation.gold_words import gold_words
from core.evaluation.questions.locating import Searchable, evidence_of_lines, lines_of_page
from core.parsing.builder import build
from core.parsing.elements import Element
from core.reading.line import Line
from core.sir import ElementType, Page, Sir
from tests.builders import WORDS_PER_LINE, aside, bullets, heading, sir_from_texts, table
from tests.core.evaluation.questions.making import locate
from tests.strategies import sirs

_TEXT = "Give 5 mg twice a day to patients with long-term ﬁbrosis, as the “guideline” says. Wait."


@pytest.fixture(scope="module")
def sir() -> Sir:
    return sir_from_texts(
        [
            heading("Dose and use"),
            _TEXT,
            bullets("one item", "two items"),
            table([["Age", "Dose"], ["5", "10 mg/m²"]]),
            *["Filler text on a line of its own."] * 40,
            "Give 5 mg twice.",
            aside("Page footer 2024"),
        ]
    )


def _text(sir: Sir, excerpt: str) -> str | None:
    found = locate(sir, excerpt)
    return found.evidence.text if found else None


@pytest.mark.parametrize(
    "excerpt",
    [
        "patients with long-\nterm fibrosis",
        "patients with longterm ﬁbrosis",
        "patients  with\tlong\u2010term fibrosis",
        "patients with long\u00adterm fi\u200bbrosis",
    ],
)
def test_spaces_hyphens_and_ligatures_may_differ(sir: Sir, excerpt: str):
    assert _text(sir, excerpt) == "patients with long-term ﬁbrosis,"[:-1]


def test_forms_of_quotation_marks_may_differ(sir: Sir):
    assert _text(sir, 'as the "guideline" says') == "as the “guideline” says"


def test_a_raised_number_is_found_as_others_write_it(sir: Sir):
    assert _text(sir, "10 mg/m2") == "10 mg/m²"


def test_an_excerpt_may_cross_elements_in_reading_order(sir: Sir):
    assert _text(sir, "Wait.\n• one item\n• two items\nAge") == "Wait. one item two items Age"


@pytest.mark.parametrize(
    "excerpt",
    [
        "",
        " ",
        "•",
        "g twice a day",
        "twice a da",
        "Twice a day",
        "twice day",
        "Give 5 mg thrice a day",
        "10 mg/m3",
        "-5 mg",
        "onei tem",
        "items Page footer",
    ],
)
def test_words_that_do_not_stand_there_are_never_found(sir: Sir, excerpt: str):
    assert locate(sir, excerpt) is None


def test_spaces_of_a_long_excerpt_may_be_lost(sir: Sir):
    assert _text(sir, "Give5mg twiceaday topatients") == "Give 5 mg twice a day to patients"


def test_text_outside_of_the_flow_is_found_too(sir: Sir):
    assert _text(sir, "footer 2024") == "footer 2024"


def test_of_several_occurrences_the_first_or_the_one_nearest_to_a_hint_is_taken(sir: Sir):
    first = locate(sir, "Give 5 mg twice")
    assert first is not None
    assert first.evidence.lines[0].page == 1
    later = locate(sir, "Give 5 mg twice", page=2)
    assert later is not None
    assert later.evidence.lines[0].page == 2
    assert locate(sir, "Give 5 mg twice", near=later.at - 3) == later
    assert locate(sir, "Give 5 mg twice", near=0) == first


def test_lines_are_cut_to_the_words_of_the_excerpt(sir: Sir):
    found = locate(sir, "a day to patients with")
    assert found is not None
    assert len(found.evidence.lines) == 2
    whole = lines_of_page(sir, 1)[1].lines[0]
    upper = found.evidence.lines[0]
    assert upper.left > whole.left
    assert upper.right == whole.right


def test_lines_of_a_page_hold_its_words_in_reading_order(sir: Sir):
    said = [piece.text for piece in lines_of_page(sir, 1)]
    assert said[0] == "Dose and use"
    assert said[1] == " ".join(_TEXT.split()[:WORDS_PER_LINE])
    assert len({piece.lines for piece in lines_of_page(sir, 1)}) == len(said)
    assert lines_of_page(sir, 99) == ()


def test_picked_lines_give_their_words_in_reading_order_whatever_the_order_of_picking(sir: Sir):
    lines = [piece.lines[0] for piece in lines_of_page(sir, 1)[:3]]
    found = evidence_of_lines(sir, reversed(lines))
    assert found is not None
    assert found.text == " ".join(piece.text for piece in lines_of_page(sir, 1)[:3])
    assert found.lines == tuple(lines)


def test_lines_without_words_give_nothing(sir: Sir):
    assert evidence_of_lines(sir, []) is None


@given(sirs(), st.data())
def test_any_run_of_words_is_found_and_its_lines_give_the_same_words(sir: Sir, data: st.DataObject):
    nodes = [node for node in sir.nodes if len(node.text.split()) > 1]
    if not nodes:
        return
    words = data.draw(st.sampled_from(nodes)).text.split()
    start = data.draw(st.integers(0, len(words) - 1))
    end = data.draw(st.integers(start + 1, len(words)))
    wanted = " ".join(words[start:end])
    found = Searchable(sir).locate(wanted)
    if found is None:
        assert not any(letter.isprintable() and letter != " " for letter in wanted)
        return
    again = evidence_of_lines(sir, found.evidence.lines)
    assert again is not None
    assert again.lines == found.evidence.lines
    held = int(gold_words(sir, found.evidence.lines).sum())
    assert held == len(np.unique(np.flatnonzero(gold_words(sir, again.lines))))
    assert _seen(found.evidence.text) == _seen(wanted)


def _seen(text: str) -> str:
    return "".join(text.replace("\u200b", "").split())


def test_words_that_nobody_could_see_give_no_line():
    above, flat, seen = (60, -160, 180, -80), (240, 400, 360, 400), (60, 560, 180, 576)
    words = {"Lost": above, "flat": flat, "seen": seen}
    lines = [Line(1, [word], [box], size=10.0) for word, box in words.items()]
    elements = [Element(ElementType.PARAGRAPH, lines)]
    sir = build("a" * 64, [Page(1, 600, 800, "1")], elements, {})
    found = locate(sir, "Lost flat seen")
    assert found is not None
    assert [(one.top, one.bottom) for one in found.evidence.lines] == [(0.7, 0.72)]
    assert locate(sir, "Lost flat") is None
