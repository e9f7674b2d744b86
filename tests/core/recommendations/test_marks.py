import pytest

from core.recommendations import recommendations
from core.sir import Sir
from core.spans import joined
from tests.builders import bullets, heading, sir_from_texts

_KEY = "R marks a recommendation. ✓ marks a good practice point. A denotes evidence of trials."


def _marked(sir: Sir) -> list[tuple[str | None, str | None]]:
    return [
        (each.grade.stated.words if each.grade else None, level.words if level else None)
        for each in recommendations(sir)
        for level in [each.evidence_level]
    ]


@pytest.mark.parametrize(
    ("texts", "marked"),
    [
        (["R Offer a test.", "Strength of evidence: high"], [(None, "Strength of evidence: high")]),
        (["✓ Keep a diary."], [("✓", None)]),
        (["A Patients should be weighed."], [("A", None)]),
        (["A diary should be kept."], []),
        (["A CT of the chest."], []),
        (["B Patients should be weighed."], []),
    ],
)
def test_a_mark_counts_where_the_document_explains_it(
    texts: list[str], marked: list[tuple[str | None, str | None]]
):
    assert _marked(sir_from_texts([_KEY, heading("Care"), *texts])) == marked


def test_a_mark_that_nothing_explains_is_of_any_list():
    assert _marked(sir_from_texts([heading("Bring along"), "✓ Keep your card ready."])) == []


def test_each_mark_begins_another_recommendation_with_its_own_level():
    texts = ["R Offer a test.", "Strength of evidence: high", "R Consider rest.",
             "Strength of evidence: low"]  # fmt: skip
    levels = [level for _, level in _marked(sir_from_texts([_KEY, heading("Care"), *texts]))]
    assert levels == ["Strength of evidence: high", "Strength of evidence: low"]


def test_a_numbered_sentence_that_was_read_as_a_heading_is_a_recommendation():
    sir = sir_from_texts(
        [
            heading("Recommendations"),
            "1.1.1 Offer a test.",
            heading("1.1.2 Review the drugs of everyone who has had a", 2),
            "fall at home.",
            heading("1.2 Care of Feet", 2),
            "1.2.1 Check the feet.",
        ]
    )
    every = recommendations(sir)
    assert [each.number.words for each in every if each.number] == ["1.1.1", "1.1.2", "1.2.1"]
    assert joined(sir, every[1].text).split()[-3:] == ["fall", "at", "home."]


@pytest.mark.parametrize(
    ("above", "text", "count"),
    [
        ("Devices", "Furthermore, we advise against diving with a device.", 1),
        ("Devices", "The committee recommends that people be weighed. It was agreed.", 1),
        ("Devices", "The Royal Society recommends a test.", 0),
        ("Devices", "The committee could not recommend a test.", 0),
        ("Rationale", "We recommend a test since it is cheap.", 0),
        ("Gaps", "We recommend a trial of rest.", 0),
    ],
)
def test_a_paragraph_in_which_the_authors_recommend_is_a_recommendation(
    above: str, text: str, count: int
):
    assert len(recommendations(sir_from_texts([heading(above), text]))) == count


def test_items_below_key_recommendations_are_recommendations_without_a_number():
    items = bullets("• Offer a test to adults.", "• Asthma is common.", "• Do not offer rest.")
    sir = sir_from_texts([heading("Key recommendations"), items])
    assert [each.direction.side.value for each in recommendations(sir) if each.direction] == [
        "for",
        "against",
    ]
    assert len(recommendations(sir)) == 2
    assert recommendations(sir_from_texts([heading("Key messages"), items])) == ()
