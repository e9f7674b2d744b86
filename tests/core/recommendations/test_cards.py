import pytest

from core.recommendations import evidence_card, recommendations
from core.recommendations.base import EvidenceCard, Force, Stated, TextRole
from core.sir import ElementType, Sir
from core.spans import Span, joined, located
from tests.builders import Block, bullets, heading, sir_from_texts, table

_SCALE = [
    heading("1.2 Grades of recommendation"),
    "Grade A means that a measure should be offered to nearly every patient. "
    "Grade B means that it is usually appropriate. Grade 0 leaves the decision open.",
]
_BOX = [
    heading("4 Treatment"),
    "Recommendation 4.4 Grade A Evidence 1b",
    "Chemotherapy should not be given in stage I disease.",
    "Strength of consensus 100 per cent. Source: a trial.",
    "The trial had shown no benefit.",
]
_NICE = [
    heading("Adrenal insufficiency"),
    "NICE guideline Published: 28 August 2024",
    "Making decisions using NICE guidelines explains how we use words to show the strength "
    "(or certainty) of our recommendations.",
    heading("Recommendations"),
]
_WITHOUT_WORDING = [heading("House guideline"), heading("Recommendations")]


def _node(sir: Sir, words: str) -> int:
    return next(i for i, node in enumerate(sir.nodes) if words in node.text)


def _card(sir: Sir, words: str) -> EvidenceCard:
    node = _node(sir, words)
    start = sir.nodes[node].text.index(words)
    return evidence_card(sir, [Span(node, start, start + len(words))])


def _words(statement: Stated | None) -> str | None:
    return statement.words if statement else None


def test_a_part_of_a_recommendation_has_the_card_of_the_whole():
    sir = sir_from_texts([*_SCALE, *_BOX])
    card = _card(sir, "should not be given")
    assert card.role is TextRole.RECOMMENDATION
    assert _words(card.number) == "4.4"
    assert _words(card.evidence_level) == "Evidence 1b"
    assert _words(card.consensus) == "Strength of consensus 100 per cent"
    assert joined(sir, card.whole).startswith("Recommendation 4.4")
    assert joined(sir, card.whole).endswith("Source: a trial.")


def test_a_grade_has_its_line_its_scale_and_what_the_document_says_it_means():
    sir = sir_from_texts([*_SCALE, *_BOX])
    grade = _card(sir, "should not be given").grade
    assert grade and grade.stated.words == "Grade A"
    assert located(sir, grade.stated.spans)
    assert (grade.scheme, grade.force) == ("document", Force.STRONG_AGAINST)
    assert grade.definition and grade.definition.words.startswith("Grade A means")


def test_a_letter_that_nothing_explains_has_no_force():
    grade = _card(sir_from_texts(_BOX), "should not be given").grade
    assert grade and (grade.scheme, grade.force, grade.definition) == ("", None, None)


def test_a_paragraph_beside_a_recommendation_has_neither_number_nor_grade():
    card = _card(sir_from_texts([*_SCALE, *_BOX]), "The trial had shown")
    assert (card.role, card.number, card.grade) == (TextRole.TEXT, None, None)


@pytest.mark.parametrize(
    ("text", "words", "force"),
    [
        ("1.1.1 Offer a test.", "Offer", Force.STRONG_FOR),
        ("1.1.1 If it rises, consider a scan.", "consider", Force.WEAK_FOR),
        ("1.1.1 Do not routinely test.", "Do not routinely test", Force.STRONG_AGAINST),
        ("1.1.1 Advise rest and consider a scan.", "Advise … consider", None),
    ],
)
def test_the_strength_of_nice_is_in_its_verbs(text: str, words: str, force: Force | None):
    sir = sir_from_texts([*_NICE, text])
    (recommendation,) = recommendations(sir)
    grade = recommendation.grade
    assert grade and (grade.stated.words, grade.scheme) == (words, "NICE wording")
    assert grade.force is force
    assert grade.definition and "strength" in grade.definition.words


@pytest.mark.parametrize(
    ("above", "text"),
    [
        (_NICE, "1.1.1 Explain the results."),
        (_NICE, "1.1.1 Continue to offer information."),
        (_WITHOUT_WORDING, "1.1.1 Offer a test."),
    ],
)
def test_no_strength_is_read_from_other_words_or_documents(above: list[Block | str], text: str):
    (recommendation,) = recommendations(sir_from_texts([*above, text]))
    assert recommendation.grade is None


def test_words_in_brackets_state_strength_and_certainty():
    text = (
        "Recommendation 3 We suggest a scan (conditional recommendation, low-certainty evidence)."
    )
    sir = sir_from_texts(["We used the GRADE approach.", text])
    (recommendation,) = recommendations(sir)
    grade = recommendation.grade
    assert grade and (grade.scheme, grade.force) == ("GRADE", Force.WEAK_FOR)
    assert grade.stated.words == "conditional recommendation"
    assert _words(recommendation.evidence_level) == "low-certainty evidence"


def test_cells_of_a_box_state_what_they_label():
    rows = [
        ["4.12.", "Evidenzbasierte Empfehlung", "2031"],
        ["Empfehlungsgrad A", "Vor der Therapie soll nicht bestrahlt werden."],
        ["Level of Evidence 1a", "Starker Konsens"],
    ]
    sir = sir_from_texts([table(rows), "Nach dem Regelwerk der AWMF erstellt."])
    (recommendation,) = recommendations(sir)
    grade = recommendation.grade
    assert grade and (grade.stated.words, grade.scheme) == ("Empfehlungsgrad A", "AWMF")
    assert grade.force is Force.STRONG_AGAINST
    assert _words(recommendation.evidence_level) == "Level of Evidence 1a"
    assert _words(recommendation.consensus) == "Starker Konsens"
    assert _words(recommendation.number) == "4.12"
    assert joined(sir, recommendation.text) == rows[1][1]
    assert len(recommendation.whole) == 7


def test_an_expert_consensus_makes_a_statement_no_recommendation():
    rows = [["5.7", "Konsensbasiertes Statement", "2031"], ["EK", "Es hängt vom Stadium ab."]]
    (recommendation,) = recommendations(sir_from_texts([table(rows)]))
    assert recommendation.role is TextRole.STATEMENT


def test_columns_of_a_table_grade_its_rows():
    rows = [["Recommendations", "Class", "Level"], ["Aspirin is recommended.", "I", "A"]]
    sir = sir_from_texts([table([*rows, ["Statins should be considered.", "IIa", "B"]])])
    first, second = recommendations(sir)
    assert first.number is None
    assert first.grade and first.grade.stated.words == "Class … I"
    assert _words(first.evidence_level) == "Level … A"
    assert joined(sir, second.text) == "Statins should be considered."


def test_a_heading_names_the_people_of_what_stands_below_it():
    sir = sir_from_texts(
        [*_WITHOUT_WORDING, heading("People aged 16 and over", 2), "1.1.1 Offer fluids."]
    )
    (recommendation,) = recommendations(sir)
    assert _words(recommendation.population) == "People aged 16 and over"


def test_a_row_has_the_title_the_unit_and_the_people_of_its_table():
    caption = Block(ElementType.CAPTION, "Table 4. Doses in babies under 1 year.")
    rows = [["Medicine", "Dose (mg/day)"], ["Calverine", "12"], ["Other", "15"]]
    card = _card(sir_from_texts([heading("Doses"), caption, table(rows)]), "Calverine")
    assert card.role is TextRole.TABLE_ROW
    assert _words(card.table_title) == "Table 4. Doses in babies under 1 year."
    assert _words(card.unit) == "mg/day"
    assert _words(card.population) == "babies under 1 year"
    assert len(card.whole) == 2


def test_headings_tell_rationale_and_definitions():
    sir = sir_from_texts(
        [
            heading("Why the committee made the recommendations"),
            "There was little evidence.",
            heading("Terms used in this guideline"),
            heading("Sick-day rules", 2),
            "Information on adjusting medicines.",
        ]
    )
    assert _card(sir, "little evidence").role is TextRole.RATIONALE
    assert _card(sir, "Information on").role is TextRole.DEFINITION


def test_a_list_is_whole_with_what_introduces_it():
    sir = sir_from_texts(["Pack the following:", bullets("• a card", "• a kit"), "Then go."])
    card = _card(sir, "a kit")
    assert joined(sir, card.whole).split() == "Pack the following: • a card • a kit".split()


def test_date_version_and_scope_of_the_document_stand_on_every_card():
    sir = sir_from_texts(
        [
            "Version 4.0 Approved 14 September 2031 Valid until 13 September 2034",
            heading("Target population"),
            "The recommendations apply to people aged 16 years or older. Others are not covered.",
            heading("Course"),
            "It is mild.",
        ]
    )
    card = _card(sir, "It is mild")
    assert _words(card.version) == "Version 4.0"
    assert _words(card.effective) == "Approved 14 September 2031"
    assert _words(card.valid_until) == "Valid until 13 September 2034"
    assert _words(card.scope) == "The recommendations apply to people aged 16 years or older."


@pytest.mark.parametrize(
    ("sign", "force"), [("A ⇑⇑", Force.STRONG_FOR), ("A ⇓⇓", Force.STRONG_AGAINST)]
)
def test_the_sign_of_the_document_tells_the_direction(sign: str, force: Force):
    text = "Es soll ein Blutbild vorliegen, das nicht älter ist."
    rows = [["4.1", "Empfehlung"], [f"Empfehlungsgrad {sign}", text], ["Starker Konsens (97 %)"]]
    (recommendation,) = recommendations(sir_from_texts([table(rows), "Nach AWMF."]))
    assert recommendation.grade and recommendation.grade.force is force
    assert _words(recommendation.consensus) == "Starker Konsens (97 %)"


def test_a_strength_without_a_direction_claims_none():
    text = "Recommendation 5: Stop opioids (strong recommendation, low certainty evidence)."
    (recommendation,) = recommendations(sir_from_texts([text]))
    assert recommendation.grade and recommendation.grade.force is None
    assert recommendation.grade.stated.words == "strong recommendation"


def test_a_grade_is_defined_in_the_row_that_begins_with_it():
    caption = Block(ElementType.CAPTION, "Tabelle 1: Empfehlungsgrade")
    rows = [["Grad", "Beschreibung"], ["A ⇑⇑", "Starke Empfehlung"], ["B ⇑", "Empfehlung"]]
    text = "Es soll ein Test erfolgen."
    sir = sir_from_texts([caption, table(rows), "Empfehlung 1", text, "Empfehlungsgrad: A ⇑⇑"])
    (recommendation,) = recommendations(sir)
    assert recommendation.grade
    assert _words(recommendation.grade.definition) == "A ⇑⇑ … Starke Empfehlung"


def test_a_statement_is_shown_as_one():
    sir = sir_from_texts(
        [heading("Statement 6.3"), "Rückfälle sind häufig.", "Konsensstärke: 93 %"]
    )
    card = _card(sir, "Rückfälle")
    assert (card.role, card.grade) == (TextRole.STATEMENT, None)


def test_grades_that_differ_within_a_text_are_all_shown():
    text = "Recommendation 6: We recommend a test (1A) and suggest rest (2C)."
    (recommendation,) = recommendations(sir_from_texts(["By the GRADE approach.", text]))
    grade = recommendation.grade
    assert grade and (grade.stated.words, grade.force) == ("1A … 2C", None)


def test_a_grade_in_a_bracket_of_its_own_counts_where_the_document_defines_it():
    text = "Recommendation 6: Offer a test to all (Grade B)."
    (graded,) = recommendations(sir_from_texts([*_SCALE, heading("2"), text]))
    (undefined,) = recommendations(sir_from_texts([text]))
    assert graded.grade and graded.grade.stated.words == "Grade B"
    assert undefined.grade is None


def test_a_level_whose_value_stands_in_the_next_row_has_it():
    rows = [["Empfehlung 5.2 neu 2031", ""],
            ["Empfehlungsgrad A Level of Evidence", "Der Nerv soll nicht geopfert werden."],
            ["2+", ""], ["Konsens", "Konsensstärke: 96 %"]]  # fmt: skip
    card = _card(sir_from_texts([heading("S3-Leitlinie Nerven"), table(rows)]), "Der Nerv")
    assert card.grade and card.grade.stated.words == "Empfehlungsgrad A"
    assert card.grade.force is Force.STRONG_AGAINST
    assert _words(card.evidence_level) == "Level of Evidence … 2+"


@pytest.mark.parametrize(
    ("verb", "force"),
    [("soll", Force.STRONG_FOR), ("sollte", Force.WEAK_FOR), ("kann", Force.OPEN)],
)
def test_the_verb_shows_the_strength_of_what_experts_of_awmf_agreed_upon(verb: str, force: Force):
    rows = [["Empfehlung 3.2", ""], ["EK", f"Vor der Therapie {verb} ein Blutbild erfolgen."]]
    card = _card(sir_from_texts([heading("S2k-Leitlinie Blut"), table(rows)]), "Blutbild")
    assert card.grade and (card.grade.stated.words, card.grade.force) == ("EK", force)


@pytest.mark.parametrize(
    ("text", "force"),
    [
        ("We recommend a test (1B).", Force.STRONG_FOR),
        ("We suggest not using a test (2B).", Force.WEAK_AGAINST),
    ],
)
def test_a_grade_of_digit_and_letter_states_strength_and_certainty(text: str, force: Force):
    card = _card(sir_from_texts([f"Recommendation 1.1: {text}"]), "test")
    assert card.grade and (card.grade.scheme, card.grade.force) == ("GRADE", force)
    assert _words(card.evidence_level) == "B"


@pytest.mark.parametrize(
    ("label", "value", "text", "force"),
    [
        ("Class", "I", "Aspirin is recommended.", Force.STRONG_FOR),
        ("Classa", "IIa", "Aspirin should be considered.", Force.WEAK_FOR),
        ("COR", "2b", "Aspirin might be reasonable.", Force.WEAK_FOR),
        ("COR", "3: No Benefit", "Aspirin is not useful.", Force.WEAK_AGAINST),
        ("COR", "3: Harm", "Aspirin is harmful.", Force.STRONG_AGAINST),
        ("Class", "III", "Aspirin is not recommended.", Force.STRONG_AGAINST),
    ],
)
def test_a_class_of_cardiologists_tells_strength_and_direction(
    label: str, value: str, text: str, force: Force
):
    rows = [["Recommendations", label, "Level"], [text, value, "A"]]
    grade = _card(sir_from_texts([table(rows)]), text).grade
    assert grade and grade.force is force


def test_a_sign_for_beside_a_text_against_tells_no_direction():
    rows = [["Empfehlung 3.1", ""], ["A ⇑⇑", "Ein Test soll nicht erfolgen."]]
    grade = _card(sir_from_texts([heading("S3-Leitlinie"), table(rows)]), "Ein Test").grade
    assert grade and (grade.stated.words, grade.force) == ("A", None)


@pytest.mark.parametrize(("letter", "force"), [("B", Force.STRONG_FOR), ("C", Force.WEAK_FOR)])
def test_a_letter_of_the_task_force_is_its_recommendation(letter: str, force: Force):
    text = f"The USPSTF recommends a test in adults. ({letter} recommendation)"
    grade = _card(sir_from_texts([text]), "a test").grade
    assert grade and grade.force is force


def test_a_guideline_that_quotes_its_verbs_shows_strength_by_them():
    definition = "We use “offer” where benefit is certain and “consider” where it is close."
    sir = sir_from_texts([definition, heading("Recommendations"), "1.1.1 Consider a test. [2031]"])
    grade = _card(sir, "a test").grade
    assert grade and (grade.stated.words, grade.force) == ("Consider", Force.WEAK_FOR)
    assert grade.definition and grade.definition.words == definition


def test_a_class_that_advises_against_what_the_text_recommends_has_no_force():
    rows = [["Recommendations", "Class", "Level"], ["Aspirin is recommended.", "III", "A"]]
    grade = _card(sir_from_texts([table(rows)]), "Aspirin").grade
    assert grade and (grade.scheme, grade.force) == ("ESC/ACC", None)


def _direction(sir: Sir) -> tuple[str, str] | None:
    (recommendation,) = recommendations(sir)
    direction = recommendation.direction
    return (direction.side.value, direction.stated.words) if direction else None


def test_a_direction_is_stated_by_the_sentence_where_there_is_no_grade():
    text = "Practice Point 2.1: Do not repeat the scan. It adds nothing."
    assert _direction(sir_from_texts([text])) == ("against", "Do not repeat the scan.")


def test_the_side_that_a_grade_names_goes_before_that_of_the_sentence():
    text = "Recommendation 3: We suggest a scan (strong recommendation against)."
    words = "strong recommendation against"
    assert _direction(sir_from_texts([text])) == ("against", words)


def test_only_the_verbs_that_a_document_explains_show_strength():
    explained = "“Offer” shows that benefits are certain; “consider” that they are less so."
    above = [explained, heading("Recommendations")]
    (offered,) = recommendations(sir_from_texts([*above, "1.1 Offer a test."]))
    assert offered.grade and offered.grade.stated.words == "Offer"
    (measured,) = recommendations(sir_from_texts([*above, "1.1 Measure the weight."]))
    assert measured.grade is None


@pytest.mark.parametrize(
    ("texts", "people"),
    [
        (
            ["1.1 Offer reviews to:", bullets("• adults with gout", "• men over 50.")],
            "adults with gout … men over 50",
        ),
        (["1.1 Offer reviews to:", bullets("• adults with gout", "• the staff.")], None),
        (
            ["1.1 Offer rest to people aged 16 and over, and a scan to children under 16 years."],
            "people aged 16 and over … children under 16 years",
        ),
    ],
)
def test_people_of_a_list_and_of_two_ages_are_all_named(texts: list[Block | str], people: str):
    (recommendation,) = recommendations(sir_from_texts([heading("Recommendations"), *texts]))
    assert _words(recommendation.population) == people


@pytest.mark.parametrize(
    ("heading_cell", "cell", "unit"),
    [
        ("Dose (mg)", "5", "mg"),
        ("Dose, mg", "5", "mg"),
        ("Time in hours", "5", "hours"),
        ("Dose", "5–10 mg/day", "mg/day"),
        ("Dose", "5 mg with food", None),
        ("Change in rank", "5", None),
        ("Group, stage", "5 men", None),
    ],
)
def test_a_unit_stands_in_a_heading_or_behind_a_number(
    heading_cell: str, cell: str, unit: str | None
):
    rows = [["Drug", heading_cell], ["Aspirin", cell], ["Ibuprofen", "none"]]
    assert _words(_card(sir_from_texts([table(rows)]), "Aspirin").unit) == unit
