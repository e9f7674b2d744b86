import pytest

from core.recommendations import recommendations
from core.recommendations.base import Force
from core.sir import Sir
from core.spans import Span, joined
from tests.builders import Block, bullets, heading, sir_from_texts, table

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


def test_a_heading_that_is_a_label_belongs_to_its_recommendation():
    sir = sir_from_texts([heading("Recommendation 7"), "We suggest a scan.", "Why: trials."])
    (recommendation,) = recommendations(sir)
    assert recommendation.number and recommendation.number.words == "7"
    assert joined(sir, recommendation.text) == "We suggest a scan."


def _numbers(sir: Sir) -> list[str | None]:
    return [each.number.words if each.number else None for each in recommendations(sir)]


def test_two_boxes_in_one_table_are_two_recommendations():
    rows = [
        ["4.5", "Evidenzbasiertes Statement", "neu"],
        ["Evidenzlevel 2-", "Der Index trennt nicht sicher."],
        ["4.6", "Konsensbasierte Empfehlung", "neu"],
        ["EK", "Das Ergebnis soll mitgeteilt werden."],
    ]
    sir = sir_from_texts([table(rows)])
    assert _numbers(sir) == ["4.5", "4.6"]
    assert joined(sir, recommendations(sir)[1].text) == rows[3][1]


@pytest.mark.parametrize(
    "text",
    [
        "Recommendation 4 (whole-body imaging) differs from the last edition.",
        "Recommendation 2: a change from strong to weak was made.",
        "Empfehlung 4.2 (Kinder) wurde abgeschwächt.",
        "2.5 mg daily is the usual dose in people with a low weight.",
    ],
)
def test_what_speaks_about_a_recommendation_is_none(text: str):
    assert _numbers(sir_from_texts([heading("Recommendations"), text])) == []


def test_a_heading_of_a_section_is_no_label():
    sir = sir_from_texts([heading("3.2 Recommendations"), "1. Offer a test.", "2. Offer rest."])
    assert _numbers(sir) == ["1", "2"]


def test_a_number_counts_once_and_the_graded_text_has_it():
    texts = ["Recommendation 5: Offer a test (strong recommendation).", "Recommendation 5: New."]
    sir = sir_from_texts(texts)
    assert _numbers(sir) == ["5"]
    assert joined(sir, recommendations(sir)[0].text).startswith("Offer a test")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("R1. We recommend a test (strong recommendation).", "R1"),
        ("Recommendation A: Offer a test.", "A"),
        ("Practice Point 3.1: Measure potassium.", "3.1"),
        ("1. Offer a test.", "1"),
    ],
)
def test_other_forms_of_labels_are_known(text: str, number: str):
    assert _numbers(sir_from_texts([heading("Recommendations"), text])) == [number]


def test_a_label_inside_of_a_paragraph_begins_another_recommendation():
    text = (
        "We suggest a test. Strength: Weak Certainty of evidence: Low ⊕⊕○○ "
        "Recommendation 10. Agree a plan."
    )
    sir = sir_from_texts([heading("Recommendation 9"), text])
    first, second = recommendations(sir)
    assert first.number and joined(sir, first.text) == "We suggest a test."
    assert first.grade and first.grade.stated.words == "Strength: Weak"
    assert second.number and second.number.words == "10"
    assert joined(sir, second.text) == "Agree a plan."


def test_a_column_of_numbers_numbers_its_rows():
    rows = [["No.", "Recommendation", "Strength rating"], ["1", "Offer a test.", "Strong"]]
    sir = sir_from_texts([table([*rows, ["2", "Offer rest.", "Weak"]])])
    assert _numbers(sir) == ["1", "2"]
    assert joined(sir, recommendations(sir)[0].text) == "Offer a test."


def test_a_long_list_of_references_is_not_what_a_box_recommends():
    rows = [
        ["5.8", "Evidenzbasierte Empfehlung"],
        ["GoR B", "Es sollte ein Test erfolgen."],
        ["LoE 2a", "[123], [124], [125], [126], [127], [128], [129], [130]"],
    ]
    sir = sir_from_texts([table(rows)])
    assert joined(sir, recommendations(sir)[0].text) == rows[1][1]


def test_what_follows_a_short_recommendation_is_not_of_it():
    sir = sir_from_texts(["Recommendation 1: Offer a test.", "Two studies compared tests."])
    (recommendation,) = recommendations(sir)
    assert joined(sir, recommendation.text) == "Offer a test."


def test_a_table_of_changes_holds_no_recommendation():
    rows = [["Recommendation 2", "Strong", "Weak"], ["Recommendation 4", "Weak", "Strong"]]
    assert recommendations(sir_from_texts([table(rows)])) == ()


def test_a_label_longer_than_the_text_of_its_box_is_not_the_text():
    rows = [["Konsensbasiertes Statement 4.5 neu 2031", ""], ["EK", "Der Index ist nicht sicher."]]
    sir = sir_from_texts([table(rows)])
    assert joined(sir, recommendations(sir)[0].text) == rows[1][1]


@pytest.mark.parametrize(
    "label", ["Empfehlung 3.2 geprüft 2031", "Konsensbasierte Empfehlung 3.2 neu 2031"]
)
def test_a_box_whose_label_has_a_status_is_a_recommendation(label: str):
    rows = [[label, ""], ["EK", "Vor der Therapie soll ein Blutbild vorliegen. Literatur: [4]"]]
    sir = sir_from_texts([table([*rows, ["Starker Konsens", "Konsensstärke: 100 %"]])])
    (recommendation,) = recommendations(sir)
    assert _numbers(sir) == ["3.2"]
    assert joined(sir, recommendation.text) == "Vor der Therapie soll ein Blutbild vorliegen."


@pytest.mark.parametrize(
    ("label", "text"),
    [
        ("We suggest a", "thiazide-like diuretic for people with gout (2B)."),
        ("We recommend that an", "ACE inhibitor not be stopped (1C)."),
    ],
)
def test_a_sentence_that_begins_in_a_heading_is_whole(label: str, text: str):
    sir = sir_from_texts([heading(f"Recommendation 2.2.4: {label}"), text])
    (recommendation,) = recommendations(sir)
    assert joined(sir, recommendation.text).split() == f"{label} {text}".split()


def test_a_title_behind_the_number_is_not_what_is_recommended():
    sir = sir_from_texts([heading("Recommendation 3: Use of binders"), "We suggest a binder."])
    assert joined(sir, recommendations(sir)[0].text) == "We suggest a binder."


def _graded(sir: Sir) -> list[tuple[str | None, str | None]]:
    return [
        (
            each.number.words if each.number else None,
            each.grade.stated.words if each.grade else None,
        )
        for each in recommendations(sir)
    ]


@pytest.mark.parametrize(
    ("text", "graded"),
    [
        ("3.1.1: We recommend aspirin (1B).", ("3.1.1", "1B")),
        ("3.1.2: We suggest no test, not a diary (Not Graded).", None),
        ("1. We suggest aspirin (weak recommendation, low-quality evidence).",
         ("1", "weak recommendation")),
        ("The USPSTF recommends a test in adults. (B recommendation)",
         (None, "B recommendation")),
        ("The USPSTF concludes that evidence is insufficient (I statement).",
         (None, "I statement")),
        ("In gout, rest is reasonable (Class 2a, LOE B-NR).", (None, "Class 2a")),
        ("Rest is recommended in gout [I, A].", (None, "A")),
        ("Rest should be offered (weak recommendation).", (None, "weak recommendation")),
        ("Rest should be offered in class 2 patients (table 1).", None),
        ("In 2029 a test was advised (B recommendation).", None),
        ("3.1.3: Values differ between laboratories (2A).", None),
        ("The panel met twice. It suggests a test (strong recommendation).", None),
    ],
)  # fmt: skip
def test_a_sentence_that_ends_with_its_grade_needs_no_label(
    text: str, graded: tuple[str | None, str] | None
):
    assert _graded(sir_from_texts(["Chapter 3", text])) == ([graded] if graded else [])


def test_a_graded_sentence_below_a_rationale_is_none():
    text = "The panel suggests aspirin (weak recommendation, low-quality evidence)."
    assert _graded(sir_from_texts([heading("Rationale"), text])) == []


_ROWS = [["Aspirin is recommended.", "I", "A"], ["Scans should be considered.", "IIa", "B"]]


@pytest.mark.parametrize(
    "above",
    [
        [["Recommendations for adults with gout", "Class", "Level"]],
        [["Recommendation Table 2", "", ""], ["Recommendations", "Classa", "Levelb"]],
        [["Empfehlung", "Empfehlungsklasse", "Evidenzgrad"]],
    ],
)
def test_columns_of_classes_grade_rows_whatever_stands_above_them(above: list[list[str]]):
    assert len(recommendations(sir_from_texts([table([*above, *_ROWS])]))) == 2


def test_a_header_that_is_repeated_in_a_table_is_no_recommendation():
    header = ["Recommendations", "Class", "Level"]
    assert len(recommendations(sir_from_texts([table([header, _ROWS[0], header, _ROWS[1]])]))) == 2


def test_a_text_beside_a_sign_of_a_recommendation_is_one():
    rows = [["R", "Adults should be offered a test."], ["✓", "A diary may help."]]
    assert len(recommendations(sir_from_texts([table(rows)]))) == 2
    checklist = [["✓", "Coat"], ["✓", "Shoes for the ward."]]
    assert recommendations(sir_from_texts([table(checklist)])) == ()


def test_a_column_of_people_says_for_whom_its_rows_are():
    rows = [["Population", "Recommendation", "Grade"], ["Adults over 50", "Offer a test.", "B"]]
    sir = sir_from_texts([table(rows)])
    (recommendation,) = recommendations(sir)
    assert joined(sir, recommendation.text) == "Offer a test."
    assert recommendation.population and recommendation.population.words == "Adults over 50"


def test_a_table_that_goes_on_without_names_of_columns_is_read_as_the_one_before():
    header, more = ["Recommendations", "Class", "Level"], [["Rest is not recommended.", "III", "C"]]
    sir = sir_from_texts([table([header, *_ROWS]), "A running line.", table(more * 2)])
    assert len(recommendations(sir)) == 4
    other = [["A risk is known.", "high", "often"]] * 2
    assert (
        len(recommendations(sir_from_texts([table([header, *_ROWS]), "A line.", table(other)])))
        == 2
    )


def test_each_graded_item_of_a_list_is_a_recommendation():
    items = ["Offer rest (strong recommendation).", "Gout is common.",
             "We suggest a scan (weak recommendation)."]  # fmt: skip
    graded = _graded(sir_from_texts([heading("Treatment"), bullets(*(f"• {i}" for i in items))]))
    assert graded == [(None, "strong recommendation"), (None, "weak recommendation")]


def test_a_box_of_key_recommendations_holds_one_a_row():
    rows = [["Key recommendations"], ["Offer a test."], ["Gout is common."], ["Avoid salt."]]
    sir = sir_from_texts([table(rows)])
    assert [joined(sir, each.text) for each in recommendations(sir)] == [rows[1][0], rows[3][0]]
    assert recommendations(sir_from_texts([table([["Key facts"], *rows[1:]])])) == ()


def test_a_column_of_grades_with_levels_states_both():
    rows = [["Recommendation", "Grade (LoE)"], ["Rest is recommended.", "A (1b)"]]
    (recommendation,) = recommendations(sir_from_texts([table(rows)]))
    assert recommendation.grade and recommendation.grade.stated.words == "Grade (LoE) … A"
    assert recommendation.evidence_level
    assert recommendation.evidence_level.words == "Grade (LoE) … 1b"


def test_a_letter_of_the_task_force_has_its_force_where_the_task_force_speaks():
    text = "The USPSTF recommends a test."
    rows = [["Recommendation", "Grade"], [text, "B"], ["We recommend a test.", "B"]]
    first, second = recommendations(sir_from_texts([table(rows)]))
    assert first.grade and (first.grade.scheme, first.grade.force) == ("USPSTF", Force.STRONG_FOR)
    assert second.grade and second.grade.force is None


@pytest.mark.parametrize("label", [heading("Evidence-based recommendation 6.1", 2),
                                   "Evidence-based recommendation 6.1"])  # fmt: skip
def test_a_label_with_only_its_grade_below_it_goes_on_in_the_paragraph_below(label: Block | str):
    texts = ["Grade B, level 1-", "Adults should be offered a vaccine.", "Two trials were found."]
    (recommendation,) = recommendations(sir := sir_from_texts([heading("Care"), label, *texts]))
    assert joined(sir, recommendation.text) == texts[1]
    assert recommendation.grade and recommendation.grade.stated.words == "Grade B"


@pytest.mark.parametrize("title", ["1.3 STATEMENT OF INTENT", "9.3 RECOMMENDATIONS FOR RESEARCH"])
def test_a_title_of_what_its_section_is_on_is_no_label(title: str):
    text = "The guideline informs judgement and should not take its place."
    assert recommendations(sir_from_texts([heading(title), text])) == ()


def test_each_numbered_item_that_is_graded_is_one():
    graded = [f"{n}. We suggest test {n} (weak recommendation, low certainty)." for n in (1, 2, 3)]
    items = bullets(*graded, "4. No recommendation can be made on rest.")
    every = recommendations(sir := sir_from_texts([heading("Who should be treated?"), items]))
    assert [each.number.words for each in every if each.number] == ["1", "2", "3"]
    assert all(each.grade for each in every)
    assert joined(sir, every[2].text).startswith("We suggest test 3")


def test_items_below_one_that_is_graded_are_no_recommendations():
    items = bullets("1. We suggest rest (weak recommendation, low certainty).",
                    "2. Half of the trials were small.")  # fmt: skip
    every = recommendations(sir_from_texts([heading("Rest"), items]))
    assert [each.number.words for each in every if each.number] == ["1"]
