"""Sentences of a text, in two languages."""

from __future__ import annotations

import pytest

from core.text.language import Language
from core.text.sentences import sentence_spans


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        (Language.ENGLISH, "See Fig. 3 for 2.5 mg. Dr. Hall agreed! Did she?", 3),
        (Language.GERMAN, "Die Dosis beträgt z. B. 5 mg. Dr. Huber stimmt zu, vgl. Abb. 3.", 2),
        (Language.OTHER, "See Fig. 3 for 2.5 mg. Dr. Hall agreed! Did she?", 3),
        (None, "Die Dosis beträgt z. B. 5 mg. Dr. Huber stimmt zu, vgl. Abb. 3.", 2),
        (Language.ENGLISH, "no full stop at all", 1),
        (Language.ENGLISH, "   ", 0),
    ],
)
def test_abbreviations_do_not_end_sentences(
    language: Language | None, text: str, expected: int
) -> None:
    spans = sentence_spans(text, language)
    assert len(spans) == expected
    assert all(text[start:end] == text[start:end].strip() for start, end in spans)


def test_a_line_break_ends_a_sentence() -> None:
    assert sentence_spans("Dose\nOf the day") == [(0, 4), (5, 15)]
    assert sentence_spans("It is so.\nor so", Language.ENGLISH) == [(0, 9), (10, 15)]


@pytest.mark.parametrize(
    "text",
    [
        "Do not give veradine\nto children under 16 years.",
        "Geben Sie das Mittel nicht\nKindern unter 16 Jahren.",
        "It may be raised by no more than\n4 % a year.",
        "Below 99 %, the credit is\n20 % of the fee.",
        "Do not:\ngive it to children,\nKeep it cold.",
        "Do NOT \nGive it to children.",
        "Veradine is taken on six days of each\nweek.",
    ],
)
def test_a_sentence_goes_on_below_a_line_that_cannot_end_it(text: str) -> None:
    assert sentence_spans(text) == [(0, len(text))]


@pytest.mark.parametrize(
    "text",
    [
        "Hepatitis A\nHepatitis B",
        "Nacht und Wind\nVater und Kind",
        "Opens at 9 am\nCloses at 5 pm",
        "Refundable: no\nTransferable: yes",
        "calvorin 400 mg\nveradine 50 mg: not for children",
        "calvorin: do not give to children\nveradine: allowed",
        "sodium\ncalcium",
    ],
)
def test_lines_that_may_end_a_sentence_do(text: str) -> None:
    assert len(sentence_spans(text)) == 2


@pytest.mark.parametrize(
    "text",
    [
        "Die Koloskopie wird ab dem 50. Lebensjahr empfohlen.",
        "Am 3. Oktober endete die Studie.",
        "Im 2. Trimester sinkt der Bedarf vom 1. bis 3. Tag.",
        "Die Gabe erfolgt in der 1. und 2. Phase.",
        "Der 4. Tag.",
        "Take approx. 5 mg twice daily, max. 20 mg.",
        "Prices are incl. VAT.",
        "The limit, i.e. The lower one, is used; see Figs. 2 and 3, Eq. 4 and Tab. 5.",
        "As Jones et al. Found, it rains.",
        "5. You need not accept the rules.",
        "A. The rules are kept.",
        "It is added to ~/.R/Makevars and ../src/list.",
    ],
)
def test_a_point_behind_an_ordinal_or_a_shortened_word_ends_no_sentence(text: str) -> None:
    assert sentence_spans(text) == [(0, len(text))]


def test_a_sentence_that_goes_on_is_not_read_again_each_time() -> None:
    text = "a..B" * 50_000
    assert sentence_spans(text) == [(0, len(text))], "quadratic, it is still read at the time limit"


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Die Dosis beträgt 50. Danach wird sie erhöht.", "Die Dosis beträgt 50."),
        ("Der Wert war die 3. Er stieg danach.", "Der Wert war die 3."),
        ("The patient was 3. Mothers were asked.", "The patient was 3."),
        ("I am 3. Mother is 30.", "I am 3."),
        ("It was the max. Nobody exceeded it.", "It was the max."),
    ],
)
def test_a_number_or_a_word_that_ends_a_sentence_still_does(text: str, first: str) -> None:
    spans = sentence_spans(text, Language.ENGLISH if text[0] in "IT" else Language.GERMAN)
    assert [text[start:end] for start, end in spans] == [first, text[len(first) + 1 :]]
