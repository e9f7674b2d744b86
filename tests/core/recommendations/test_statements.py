import pytest

from core.recommendations.statements import (
    Sort,
    bracket_statements,
    is_note,
    line_statements,
    notes_begin,
)


def _line(text: str) -> dict[str, str]:
    return {each.sort.value: text[each.start : each.end] for each in line_statements(text)}


def _brackets(text: str) -> dict[str, str]:
    sure = [each for each, doubtful in bracket_statements(text) if not doubtful]
    return {each.sort.value: text[each.start : each.end] for each in sure}


@pytest.mark.parametrize(
    "text",
    [
        "Consider rifaximin in cirrhosis (Child-Pugh class C).",
        "Offer sacubitril in heart failure (NYHA class II).",
        "Offer surgery to adults with haemorrhoids (grade III).",
        "Refer people to the nearest centre (level 1).",
        "Measure again (potassium level 5 mmol/l).",
        "Give levonorgestrel as emergency contraception (EC).",
        "Use a device (high quality).",
        "Offer tablets (high, moderate or low risk).",
    ],
)
def test_classes_of_diseases_and_places_in_brackets_are_no_grades(text: str):
    assert _brackets(text) == {}


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        (
            "We suggest a test (weak recommendation, very low certainty evidence, ⊕○○○).",
            {"grade": "weak recommendation", "evidence": "very low certainty evidence"},
        ),
        ("Eat little salt (1B).", {"grade": "1B"}),
        ("Offer a test (Grade 2C).", {"grade": "Grade 2C"}),
        ("Use aspirin (Class I, Level A).", {"grade": "Class I", "evidence": "Level A"}),
        ("Screen adults (B recommendation).", {"grade": "B recommendation"}),
        (
            "Give it (ASA class III, level of evidence 2b).",
            {"evidence": "level of evidence 2b"},
        ),
        (
            "Give it (Type: evidence based; Evidence quality: High; "
            "Strength of recommendation: Strong).",
            {"evidence": "Evidence quality: High", "grade": "Strength of recommendation: Strong"},
        ),
    ],
)
def test_brackets_that_hold_statements_are_read_whole(text: str, stated: dict[str, str]):
    assert _brackets(text) == stated


@pytest.mark.parametrize(
    "text",
    [
        "Sources: Regulation (EC) No 726/2004, and a class II study.",
        "References: NYHA class III trial, level 3 hospitals.",
        "Grade 3 reactions were seen in 4%.",
        ": Offer a scan to people with grade I glioma",
        "Evidence: three trials of level 1 centres.",
    ],
)
def test_lines_of_sources_and_of_other_grades_state_nothing(text: str):
    assert _line(text) == {}


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("Empfehlungsgrad: B ⇑", {"grade": "Empfehlungsgrad: B"}),
        (
            "Strength: Conditional Certainty of evidence: Very low ⊕○○○",
            {"grade": "Strength: Conditional", "evidence": "Certainty of evidence: Very low"},
        ),
        ("Grade A Evidence 1b", {"grade": "Grade A", "evidence": "Evidence 1b"}),
        (
            "Quality of evidence: low to moderate",
            {"evidence": "Quality of evidence: low to moderate"},
        ),
        ("Starker Konsens (100 %)", {"consensus": "Starker Konsens (100 %)"}),
        ("100 % (starker Konsens)", {"consensus": "100 % (starker Konsens)"}),
        (
            "Strength of consensus 97 per cent. Source: class II study.",
            {"consensus": "Strength of consensus 97 per cent"},
        ),
    ],
)
def test_a_line_is_read_from_its_beginning(text: str, stated: dict[str, str]):
    assert _line(text) == stated


def test_a_sign_behind_a_grade_is_known():
    (statement,) = line_statements("Empfehlungsgrad A ⇓⇓")
    assert (statement.sort, statement.value, statement.arrow) == (Sort.GRADE, "A", "⇓⇓")


def test_notes_follow_the_sentence_that_recommends():
    text = "Offer a test within 6 months. Strength: Strong Certainty of evidence: Low ⊕⊕○○"
    assert text[notes_begin(text) :].startswith("Strength: Strong")
    plain = "Offer a test. Strong evidence supports it."
    assert notes_begin(plain) == len(plain)


def test_a_line_that_goes_on_to_recommend_is_no_note():
    assert is_note("Empfehlungsgrad: B ⇑")
    assert not is_note("(strong, high certainty): We recommend a test.")
    assert not is_note("Level 3 hospitals should have a scanner.")


def test_words_that_grade_only_behind_a_full_label_count_there_and_nowhere_else():
    labelled = "Offer it (Evidence quality: insufficient; Strength of recommendation: moderate)."
    assert _brackets(labelled) == {
        "evidence": "Evidence quality: insufficient",
        "grade": "Strength of recommendation: moderate",
    }
    assert _line("Grade: moderate") == _line("Evidence insufficient") == {}
