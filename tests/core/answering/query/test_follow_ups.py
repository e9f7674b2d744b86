"""Questions that leave most to the one before, made whole."""

from __future__ import annotations

import pytest

from core.answering.query.follow_ups import completed


@pytest.mark.parametrize(
    ("before", "question", "whole"),
    [
        (
            "When does the physics clinic open?",
            "at the statistics clinic?",
            "When does the statistics clinic open?",
        ),
        (
            "When does the physics clinic open?",
            "the chemistry lab?",
            "When does the chemistry lab open?",
        ),
        (
            "What was sold in Berlin in the last week?",
            "in Hamburg?",
            "What was sold in Hamburg in the last week?",
        ),
        ("Is velotinib given in renal failure?", "zorafen?", "Is zorafen given in renal failure?"),
        ("When must GS6001 be read?", "GS5002?", "When must GS5002 be read?"),
        (
            "What is the dose of velotinib in adults?",
            "ibuprofen?",
            "What is the dose of ibuprofen in adults?",
        ),
        (
            "How long is the Real Estate Major?",
            "the Law Major?",
            "How long is the Law Major?",
        ),
        (
            "What was found in NYHA class III?",
            "in NYHA class IV?",
            "What was found in NYHA class IV?",
        ),
        ("Was bedeutet der Empfehlungsgrad A?", "B?", "Was bedeutet der Empfehlungsgrad B?"),
        (
            "Soll bei einem Karzinom eine MRT erfolgen?",
            "eine PET-CT?",
            "Soll bei einem Karzinom eine PET-CT erfolgen?",
        ),
        (
            "Mit welchem Zeichen muss die Versionsnummer beginnen?",
            "der Paketname?",
            "Mit welchem Zeichen muss der Paketname beginnen?",
        ),
        (
            "Wie oft sollen in den ersten zwei Jahren Kontrollen erfolgen?",
            "im fünften Jahr?",
            "Wie oft sollen im fünften Jahr Kontrollen erfolgen?",
        ),
        (
            "What is the dose of velotinib?",
            "the infusion rate?",
            "What is the infusion rate of velotinib?",
        ),
        (
            "How strong is the evidence for zinc?",
            "for iron?",
            "How strong is the evidence for iron?",
        ),
        ("Wann öffnet die Klinik in Bonn?", "in Köln?", "Wann öffnet die Klinik in Köln?"),
        ("Wer hat das Mandat der GBEM?", "der DGHO?", "Wer hat das Mandat der DGHO?"),
        (
            "Welche Dosis Ibuprofen wird bei Fieber gegeben?",
            "Paracetamol?",
            "Welche Dosis Paracetamol wird bei Fieber gegeben?",
        ),
    ],
)
def test_a_phrase_takes_the_place_of_the_like_one(before: str, question: str, whole: str) -> None:
    assert completed(question, before) == whole


@pytest.mark.parametrize(
    ("before", "question", "whole"),
    [
        ("Is it given to men?", "in pregnant women?", "Is it given in pregnant women?"),
        (
            "What is the price for women aged 65 years and older on weekdays?",
            "for children?",
            "What is the price for children on weekdays?",
        ),
        (
            "How much do adults over 65 get?",
            "children under 18?",
            "How much do children under 18 get?",
        ),
        (
            "What is the fee for an International Student?",
            "for a Singapore Citizen?",
            "What is the fee for a Singapore Citizen?",
        ),
        (
            "Is it given to adults for 6 months?",
            "to children?",
            "Is it given to children for 6 months?",
        ),
        (
            "Wie hoch ist der Grenzwert bei Männern?",
            "bei Kindern von 6 bis 11 Jahren?",
            "Wie hoch ist der Grenzwert bei Kindern von 6 bis 11 Jahren?",
        ),
        (
            "Wie hoch ist der Grenzwert bei Kindern von 6 bis 11 Jahren?",
            "bei Säuglingen?",
            "Wie hoch ist der Grenzwert bei Säuglingen?",
        ),
    ],
)
def test_people_take_the_place_of_people_with_their_age(
    before: str, question: str, whole: str
) -> None:
    assert completed(question, before) == whole


@pytest.mark.parametrize(
    ("before", "question", "whole"),
    [
        ("What is the dose?", "In pregnancy?", "What is the dose in pregnancy?"),
        ("What is the dose?", "with an eGFR below 30?", "What is the dose with an eGFR below 30?"),
        ("How many cars were sold?", "in 2019?", "How many cars were sold in 2019?"),
        ("Wann öffnet die Klinik?", "am Sonntag?", "Wann öffnet die Klinik am Sonntag?"),
    ],
)
def test_a_phrase_unlike_all_others_is_put_behind(before: str, question: str, whole: str) -> None:
    assert completed(question, before) == whole


@pytest.mark.parametrize(
    ("before", "question", "whole"),
    [
        ("Wie wird Asthma behandelt?", "wie lange?", "Wie lange wird Asthma behandelt?"),
        ("When must it be sent?", "why?", "Why must it be sent?"),
        ("How much is sent?", "why?", ""),
        ("What is sent?", "when?", ""),
        ("How safe is it?", "why?", ""),
    ],
)
def test_a_word_that_asks_takes_the_place_of_one_that_asks_likewise(
    before: str, question: str, whole: str
) -> None:
    assert completed(question, before) == whole


@pytest.mark.parametrize(
    ("before", "question"),
    [
        ("Is oral iron given in pregnancy?", "intravenous?"),
        ("How is velotinib given?", "the dose?"),
        ("How is velotinib given?", "side effects?"),
        ("Wie wird Asthma behandelt?", "die Kosten?"),
        ("What is the warranty period for the charger?", "the deductible?"),
        ("Is the dose halved below a weight of 30 kg?", "for 60 kg?"),
        ("What is the dose of velotinib?", "in their homes?"),
        ("What is the dose of velotinib?", "is it safe?"),
        ("Is it allowed?", "of velotinib?"),
    ],
)
def test_a_question_of_which_it_is_not_sure_is_not_made_whole(before: str, question: str) -> None:
    assert completed(question, before) == ""


@pytest.mark.parametrize(
    ("before", "question"),
    [
        ("Is velotinib given to adults but not to children?", "to infants?"),
        ("Is velotinib given to women or men?", "children?"),
        ("Dürfen Frauen und Männer Velotinib nehmen?", "Kinder?"),
        ("Is velotinib given to adults except pregnant women?", "breastfeeding women?"),
        ("Is velotinib given to adults?", "except children?"),
        ("Is it contraindicated in men but not in women?", "in children?"),
        ("What is the dose from day 3 to day 5?", "from day 6?"),
        ("What is the dose in patients at no risk?", "at high risk?"),
        ("Is it given to women no longer on warfarin?", "on aspirin?"),
        ("Is it given to adults? And in no case to children?", "to infants?"),
        ("What is the dose of liposomal amphotericin B?", "amphotericin B?"),
    ],
)
def test_one_of_several_is_not_put_in_place(before: str, question: str) -> None:
    assert completed(question, before) == ""


@pytest.mark.parametrize(
    "whom",
    [
        "women who are not pregnant",
        "children over 12 years",
        "children between 6 and 11 years",
        "children under the age of 12",
        "children at least 12 years old",
        "5-year-old children",
        "children of 30 kg",
        "children below 30 kg",
        "newborns 3 days after birth",
    ],
)
def test_what_is_told_of_some_people_is_not_told_of_others(whom: str) -> None:
    assert completed("for adults?", f"What is the dose for {whom}?") == ""


@pytest.mark.parametrize(
    ("before", "question"),
    [
        ("What is the dose of velotinib in adults?", "renal failure?"),
        ("What is the dose of velotinib in adults?", "HIV?"),
        ("What is the dose of velotinib in adults?", "hepatic impairment?"),
        ("What is the dose of velotinib in adults?", "weekly?"),
        ("What is the dose of velotinib for severe anaemia?", "moderate?"),
        ("Wie hoch ist die Dosis von Velotinib bei Erwachsenen?", "Leberzirrhose?"),
        ("What is the dose in patients with renal failure?", "with warfarin?"),
        ("Wie hoch ist die Dosis bei Patienten mit Niereninsuffizienz?", "mit Warfarin?"),
        ("Does velotinib cause severe bleeding?", "fever?"),
        ("Wie hoch ist die Dosis von Velotinib?", "Niereninsuffizienz?"),
        ("Wie hoch ist die Dosis von Velotinib?", "Herzinsuffizienz?"),
        ("What is the dose of ibuprofen?", "pain?"),
        ("Is velotinib given at a dose of 5 mg twice daily?", "zorafen 5 mg?"),
    ],
)
def test_a_condition_takes_no_drug_and_no_other_condition_away(before: str, question: str) -> None:
    assert completed(question, before) == ""


@pytest.mark.parametrize(
    ("before", "question", "whole"),
    [
        (
            "Is 10 mg of velotinib given to adults?",
            "zorafen?",
            "Is 10 mg of zorafen given to adults?",
        ),
        (
            "Is warfarin stopped 5 days before surgery?",
            "aspirin?",
            "Is aspirin stopped 5 days before surgery?",
        ),
        ("Is 500 mg paracetamol safe in pregnancy?", "400 mg ibuprofen?", ""),
        ("Should patients not allergic to penicillin get amoxicillin?", "cephalosporins?", ""),
    ],
)
def test_what_is_said_of_a_drug_is_kept(before: str, question: str, whole: str) -> None:
    assert completed(question, before) == whole
