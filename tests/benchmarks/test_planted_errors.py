"""Errors that are planted in sentences."""

from __future__ import annotations

from benchmarks.planted_errors import planted

SENTENCES = [
    "Offer 5 mg of veradine at night for a week.",
    "The tablets should not be taken with any alcohol at all.",
    "Die Tabletten werden nicht vor dem Essen eingenommen.",
    "A patient is seen within one hour of arrival.",
    "Too short 5 mg.",
]


def test_each_error_changes_one_thing_of_its_sentence() -> None:
    claims = {(one.kind, one.claim) for one in planted(SENTENCES, 10)}
    assert claims == {
        ("number", "Offer 11 mg of veradine at night for a week."),
        ("unit", "Offer 5 g of veradine at night for a week."),
        ("negation", "The tablets should be taken with any alcohol at all."),
        ("negation", "Die Tabletten werden vor dem Essen eingenommen."),
        ("negation", "A patient is not seen within one hour of arrival."),
        ("people", "The tablets should not be taken with any alcohol at all in pregnant women."),
        ("people", "The tablets should not be taken with any alcohol at all in children."),
        ("people", "Die Tabletten werden nicht vor dem Essen eingenommen bei Schwangeren."),
        ("people", "Die Tabletten werden nicht vor dem Essen eingenommen bei Kindern."),
    }


def test_no_more_of_a_kind_than_asked_for_and_always_the_same() -> None:
    once = planted(SENTENCES, 1)
    assert [one.kind for one in once] == ["number", "unit", "negation", "people"]
    assert once == planted(reversed(SENTENCES), 1)
