from core.recommendations import recommendations
from core.sir import Sir
from core.spans import Span, joined
from tests.builders import bullets, heading, sir_from_texts, table

_BOX = ["Recommendation 2.1 Grade A Evidence 1b", "Adults should be offered a scan.",
        "Strength of consensus 97 per cent. Source: a trial."]  # fmt: skip


def _words(sir: Sir, spans: tuple[Span, ...]) -> list[str]:
    return joined(sir, spans).split()


def test_a_labelled_recommendation_is_whole_with_its_label_and_its_vote():
    sir = sir_from_texts([heading("2.3 Detection"), "Background.", *_BOX, "Why it is so."])
    (recommendation,) = recommendations(sir)
    assert recommendation.number and recommendation.number.words == "2.1"
    assert _words(sir, recommendation.whole) == " ".join(_BOX).split()
    assert joined(sir, recommendation.text) == _BOX[1]
    assert [each.words for each in recommendation.path] == ["2.3 Detection"]


def test_a_recommendation_of_several_paragraphs_ends_with_its_vote():
    sir = sir_from_texts(
        [_BOX[0], _BOX[1], "Results should be ready within a week.", _BOX[2], "So."]
    )
    (recommendation,) = recommendations(sir)
    assert joined(sir, recommendation.whole).endswith(_BOX[2])
    assert "within a week" in joined(sir, recommendation.text)


def test_a_numbered_paragraph_counts_below_recommendations_with_its_nested_list():
    sir = sir_from_texts(
        [
            heading("Recommendations"),
            heading("1.2 Referral", 2),
            "1.2.3 Be aware of people who:",
            bullets("• take opioids", "• have conditions such as:"),
            "－ type 1 diabetes",
            bullets("• had radiotherapy."),
            "For the reasons, see the rationale.",
        ]
    )
    (recommendation,) = recommendations(sir)
    assert recommendation.number and recommendation.number.words == "1.2.3"
    assert joined(sir, recommendation.text).startswith("Be aware of people")
    assert joined(sir, recommendation.whole).endswith("had radiotherapy.")
    assert "type 1 diabetes" in joined(sir, recommendation.whole)


def test_a_numbered_paragraph_elsewhere_is_no_recommendation():
    texts = ["1.2.3 Offer a chair to visitors.", "Recommendation 1.4.2 was changed in 2020."]
    assert recommendations(sir_from_texts([heading("House rules"), *texts])) == ()


def test_recommendations_for_research_are_none_for_care():
    sir = sir_from_texts([heading("Recommendations for research"), "1.1.1 What is the effect?"])
    assert recommendations(sir) == ()


def test_a_box_set_as_a_table_is_one_recommendation():
    sir = sir_from_texts(
        [
            table(
                [
                    ["4.12.", "Evidenzbasierte Empfehlung", "geprüft 2031"],
                    ["Empfehlungsgrad A", "Vor der Therapie soll das Gewebe untersucht werden."],
                    ["Level of Evidence 1a", "Starker Konsens"],
                ]
            )
        ]
    )
    (recommendation,) = recommendations(sir)
    assert recommendation.number and recommendation.number.words == "4.12"
    assert joined(sir, recommendation.text) == "Vor der Therapie soll das Gewebe untersucht werden."
    assert len(recommendation.whole) == 7


def test_rows_below_a_column_of_classes_are_recommendations_without_a_number():
    rows = [["Recommendations", "Class", "Level"], ["Aspirin is recommended.", "I", "A"]]
    sir = sir_from_texts([table([*rows, ["Statins should be considered.", "IIa", "B"]])])
    first, second = recommendations(sir)
    assert first.number is None
    assert joined(sir, second.text) == "Statins should be considered."


def test_a_heading_that_is_a_label_belongs_to_its_recommendation():
    sir = sir_from_texts([heading("Recommendation 7"), "We suggest a scan.", "Why: trials."])
    (recommendation,) = recommendations(sir)
    assert recommendation.number and recommendation.number.words == "7"
    assert joined(sir, recommendation.text) == "We suggest a scan."
