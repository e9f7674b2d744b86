"""Each check by itself, on texts of different kinds."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.verification.verdicts import Check, Weight
from tests.core.verification.judging import judgements, weight

FINE, DOUBT, AGAINST = Weight.NOTHING, Weight.DOUBT, Weight.AGAINST

STRESS = (
    "During stress, offer at least 40 mg oral hydrocortisone daily in 2 to 4 divided doses or at "
    "least 10 mg oral prednisolone daily in 1 to 2 divided doses."
)
TRIAL = (
    "Patients in the semaglutide group lost 14.9% of body weight, as compared with 2.4% in the "
    "placebo group. Gastrointestinal events were more frequent with semaglutide than with placebo."
)
LABEL = (
    "Apixaban is contraindicated in patients with active bleeding. No dose adjustment is needed in "
    "mild renal impairment. Do not use it with a creatinine clearance below 15 mL/min."
)
BEIPACK = (
    "Das Arzneimittel darf nicht angewendet werden bei Kindern unter 12 Jahren. Die "
    "Tageshöchstdosis beträgt 4.000 mg; zwischen zwei Einnahmen sollen mindestens 6 Stunden liegen."
)
CARE = (
    "Continue glucocorticoids in end of life care, unless it has been decided to withdraw active "
    "treatment."
)
REPORT = (
    "Net sales rose to $ 1,250 million in 2022, up 12 % from 2021; operating costs fell to 430 "
    "million. No dividend was paid."
)


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        (STRESS, "At least 40 mg of oral hydrocortisone is offered daily during stress."),
        (TRIAL, "Body weight fell by 14.9% with semaglutide and by 2.4% with placebo."),
        (TRIAL, "Gastrointestinal events were less frequent with placebo than with semaglutide."),
        (LABEL, "Apixaban must not be used in patients with active bleeding."),
        (LABEL, "No dose adjustment is needed in mild renal impairment."),
        (LABEL, "It is not used when creatinine clearance is below 15 mL/min."),
        (BEIPACK, "Bei Kindern unter 12 Jahren darf das Arzneimittel nicht angewendet werden."),
        (BEIPACK, "Die Tageshöchstdosis beträgt 4000 mg."),
        (BEIPACK, "The maximum daily dose is 4,000 mg."),
        (CARE, "Glucocorticoids are continued unless it has been decided to withdraw treatment."),
        (REPORT, "Net sales rose by 12 % to $1,250 million in 2022."),
        (REPORT, "Operating costs were 430 million."),
    ],
)
def test_what_the_text_says_passes(text: str, claim: str) -> None:
    assert weight(claim, text) is FINE, judgements(claim, text)


@pytest.mark.parametrize(
    ("text", "claim", "check"),
    [
        (STRESS, "At least 40 mcg oral hydrocortisone daily is offered.", Check.NUMBERS),
        (STRESS, "At most 40 mg oral hydrocortisone daily is offered.", Check.NUMBERS),
        (STRESS, "At least 45 mg oral hydrocortisone daily is offered.", Check.NUMBERS),
        (STRESS, "At least 40 mg oral hydrocortisone weekly is offered.", Check.NUMBERS),
        (STRESS, "At least 40 mg of oral prednisolone is offered daily.", Check.GROUPS),
        (TRIAL, "Patients in the placebo group lost 14.9% of body weight.", Check.GROUPS),
        (TRIAL, "Body weight fell by 2.4% with semaglutide and 14.9% with placebo.", Check.GROUPS),
        (TRIAL, "Events were more frequent with placebo than with semaglutide.", Check.GROUPS),
        (LABEL, "Apixaban may be used in patients with active bleeding.", Check.NEGATION),
        (LABEL, "Apixaban is not contraindicated in active bleeding.", Check.NEGATION),
        (LABEL, "A dose adjustment is needed in mild renal impairment.", Check.NEGATION),
        (LABEL, "Rivaroxaban is contraindicated in patients with active bleeding.", Check.NAMES),
        (LABEL, "It is not used with a creatinine clearance below 50 mL/min.", Check.NUMBERS),
        (BEIPACK, "Kinder unter 12 Jahren dürfen das Arzneimittel anwenden.", Check.NEGATION),
        (BEIPACK, "Die Tageshöchstdosis beträgt 4 mg.", Check.NUMBERS),
        (BEIPACK, "Zwischen zwei Einnahmen sollen höchstens 6 Stunden liegen.", Check.NUMBERS),
        (BEIPACK, "The maximum daily dose is 4 mg.", Check.NUMBERS),
        (
            CARE,
            "Glucocorticoids go on if it has been decided to withdraw treatment.",
            Check.NEGATION,
        ),
        (REPORT, "Net sales fell to $ 1,250 million in 2022.", Check.GROUPS),
        (REPORT, "A dividend was paid.", Check.NEGATION),
        (REPORT, "Net sales rose to $ 1.25 million in 2022.", Check.NUMBERS),
    ],
)
def test_what_the_text_does_not_say_is_found_by_its_check(
    text: str, claim: str, check: Check
) -> None:
    failed = {one.check for one in judgements(claim, text) if one.weight}
    assert check in failed


def test_an_exception_that_is_left_out_leaves_a_doubt() -> None:
    found = judgements("Continue glucocorticoids in end of life care.", CARE)
    assert [one.weight for one in found if one.check is Check.NEGATION] == [DOUBT]


def test_a_comparison_that_is_left_out_leaves_a_doubt() -> None:
    assert (
        weight(
            "Agreement of 75 per cent was required.",
            "Agreement of at least 75 per cent was required.",
        )
        is DOUBT
    )


def test_a_prefix_that_turns_a_word_round_is_found() -> None:
    assert weight("The tumour was resectable.", "The tumour was unresectable.") is AGAINST


def test_what_changed_from_one_to_the_other_is_not_turned_round() -> None:
    text = "Survival rose from 15.9 to 21.4 months."
    assert weight("Survival rose from 15.9 to 21.4 months.", text) is FINE
    assert weight("Survival rose from 21.4 to 15.9 months.", text) is AGAINST


def test_quoted_words_must_be_verbatim_but_for_capitals_and_what_they_leave_out() -> None:
    text = "The seal may be broken in case of fire."
    assert weight("The rule is that “the seal must be broken” in a fire.", text) is AGAINST
    assert weight("In case of fire “the seal may ... in case of fire”.", text) is FINE
    assert weight("The rule is that “in case of fire ... the seal may” be.", text) is AGAINST
    assert weight("In case of fire “The seal may be broken” in a fire.", text) is FINE


def test_a_heading_or_the_header_of_a_table_may_hold_a_name_or_a_unit() -> None:
    assert (
        weight("Veradine is given at a dose of 5 mg.", "A dose of 5 mg is given.", "Veradine")
        is FINE
    )
    assert weight("The dose under 60 is 20 ml.", "under 60 ; 20", "Age\tDose (ml)") is FINE


def test_must_goes_further_than_may() -> None:
    text = "Velotinib may be started before irradiation."
    found = judgements("Velotinib must be started before irradiation.", text)
    assert [one.check for one in found if one.weight] == [Check.FIRMNESS]


def test_meaning_is_not_compared_across_languages_and_said_so() -> None:
    text = "The first dose of antibiotic is given within 60 minutes of arrival."
    found = judgements("Die erste Dosis wird innerhalb von 60 Minuten gegeben.", text)
    assert all(one.weight is FINE for one in found)
    assert "not compared across languages" in found[-1].words
    bare = judgements("Die Patienten werden schnell behandelt.", text)
    assert bare[-1].weight is DOUBT


WORDS = st.sampled_from(
    "the dose of veradine is not 5 mg 10 % und kein Level 3 from to more than - “ ” ; , . A1 ß "
    "unless 1.250 twice a day [ ( \\ \u0000".split(" ")
)
TEXTS = st.lists(WORDS, max_size=14).map(" ".join)


@settings(max_examples=40, deadline=None)
@given(claim=TEXTS, text=TEXTS)
def test_any_claim_beside_any_text_is_judged_and_the_same_each_time(claim: str, text: str) -> None:
    found = judgements(claim, text)
    assert found == judgements(claim, text)
    assert all(one.words for one in found)


@settings(max_examples=25, deadline=None)
@given(
    value=st.integers(2, 900), other=st.integers(2, 900), unit=st.sampled_from(["mg", "%", "ml"])
)
def test_another_number_is_never_supported(value: int, other: int, unit: str) -> None:
    text = f"Patients receive {value} {unit} of veradine at night."
    claim = f"Patients receive {other} {unit} of veradine at night."
    assert (weight(claim, text) is FINE) == (value == other)


def test_a_whole_sentence_of_the_lines_is_supported_and_a_part_may_not_be() -> None:
    text = "Patients with a score of 3 did not benefit. A KLT2 fusion is an exception to that."
    for sentence in text.rstrip(".").split(". "):
        assert weight(f"{sentence}.", text) is Weight.NOTHING
    assert weight("Patients with a score of 3 did benefit.", text) is Weight.AGAINST
    assert (
        weight(
            "Carriers of KLT2 are offered MRI.", "Carriers of KLT2 are offered MRI of both glands."
        )
        is Weight.NOTHING
    )
