from core.recommendations import evidence_card
from core.recommendations.summary import card_dict, card_line
from core.spans import Span
from tests.builders import sir_from_texts

_BOX = [
    "Version 2.1 Valid until May 2035",
    "Recommendation 4.4 Grade A Evidence 1b",
    "Adults should rest.",
    "Strength of consensus 100 per cent.",
]


def test_a_line_names_number_strength_level_people_and_version():
    sir = sir_from_texts(_BOX)
    line = card_line(evidence_card(sir, [Span(3, 0, 6)]))
    assert line == "recommendation 4.4; Grade A; Evidence 1b; Adults; Version 2.1"


def test_a_strength_that_is_not_stated_is_said_to_be_missing():
    sir = sir_from_texts(["Recommendation 7", "Rest."])
    assert card_line(evidence_card(sir, [Span(2, 0, 4)])) == "recommendation 7; strength not stated"


def test_values_hold_words_with_their_lines_and_none_for_what_is_missing():
    sir = sir_from_texts(_BOX)
    values = card_dict(evidence_card(sir, [Span(3, 0, 6)]), sir)
    assert values["role"] == "recommendation"
    assert values["grade"]["words"] == "Grade A"
    assert values["grade"]["lines"][0]["page"] == 1
    assert values["effective"] is None
    assert values["unit"] is None
    assert len(values["whole"]) == 3
