"""Whether a question names what one of several documents is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.answering import open_answerer
from core.answering.query.document_words import first_heading
from core.answering.ranking.document_subjects import Subjects
from tests.builders import heading, sir_from_texts
from tests.core.answering.builders import Found, found

if TYPE_CHECKING:
    from core.answering.extractive import UnitRanking

GOUT = found(
    [
        heading("Management of gout"),
        "Gout is treated with colchicine. The dose for gout is 5 mg a day for adults.",
        "Management of the patient is shared with the ward.",
    ]
)
ASTHMA = found(
    [
        heading("Management of asthma"),
        "Asthma is treated with an inhaler. The dose is 7 mg a day for adults.",
        "The treatment of gout does not change in asthma.",
    ]
)
TITLES = {GOUT.result.document: "gout_2021", ASTHMA.result.document: "asthma"}


def asked(question: str, *places: Found) -> list[float]:
    by_document = {place.result.document: place for place in places}
    hits = [hit for place in places for hit in place.hits]
    known = open_answerer().known(hits, lambda hit: by_document[hit.document].lookup(hit))
    named = Subjects(TITLES.__getitem__, known).asked(question, list(by_document))
    return [named[place.result.document].score for place in places]


def test_the_document_whose_subject_is_named_is_told() -> None:
    gout, asthma = asked("What is the dose in gout?", GOUT, ASTHMA)
    assert asthma == 0.0
    assert 0.3 < gout <= 1.0
    assert asked("What is the dose in asthma?", GOUT, ASTHMA)[1] == 1.0


@pytest.mark.parametrize(
    "question", ["What is the management?", "What is the dose for adults?", "Which ward?"]
)
def test_what_several_documents_name_or_none_does_tells_nothing(question: str) -> None:
    assert asked(question, GOUT, ASTHMA) == [0.0, 0.0]


def test_of_one_document_there_is_nothing_to_tell() -> None:
    assert asked("What is the dose in gout?", GOUT) == [0.0]


def test_both_subjects_may_be_named() -> None:
    assert min(asked("Is asthma treated in gout?", GOUT, ASTHMA)) > 0.0


def test_a_document_without_a_title_is_called_by_its_first_heading() -> None:
    assert first_heading(sir_from_texts([heading("Gout"), heading("Dose"), "5 mg."])) == "Gout"
    assert first_heading(sir_from_texts(["5 mg."])) == ""


def test_text_of_the_document_that_is_asked_about_comes_first() -> None:
    places = {place.result.document: place for place in (GOUT, ASTHMA)}
    hits = [*ASTHMA.hits, *GOUT.hits]

    def first(question: str) -> str:
        answerer = open_answerer(title_of=TITLES.__getitem__)
        ranking = answerer.rank_units(question, hits, lambda hit: places[hit.document].lookup(hit))
        ranked = ranking.ranked[0]
        assert {one.features["subject"] > 0 for one in ranking.ranked} == {True, False}
        return ranked.candidate.found.hit.document

    assert first("What is the dose a day for adults in gout?") == GOUT.result.document
    assert first("What is the dose a day for adults in asthma?") == ASTHMA.result.document


def test_what_names_the_document_is_met_wherever_an_answer_stands() -> None:
    place = found(["Colchicine is given at a dose of 5 mg a day.", "It is kept in a cupboard."])

    def ranking(title: str) -> UnitRanking:
        answerer = open_answerer(title_of=lambda _: title)
        return answerer.rank_units("Which dose of colchicine in gout?", place.hits, place.lookup)

    named, unnamed = ranking("gout_2021"), ranking("ward")
    assert (named.missing, unnamed.missing) == ((), ("gout",))
    assert named.probability > unnamed.probability
