"""What the same text says in other words, and was held against right claims before."""

from __future__ import annotations

import pytest

from core.verification.verdicts import Check, Weight
from tests.core.verification.judging import judgements, weight


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The US imposed the tariff.", "The U.S. imposed the tariff."),
        ("She was 14 years old.", "The 14-year-old girl was admitted."),
        ("The 24-year-old was treated.", "Patients aged 10–24 were treated."),
        ("It serves 10-24 year old people.", "It is for 10-24 year old people."),
        ("Calverine cut the rate by half.", "Calverine has halved the rate."),
        (
            "Patients from the age of six months are seen.",
            "Those aged six months or over are seen.",
        ),
        (
            "It is given unless other tests point to a cause.",
            "It is given unless other tests suggest a cause.",
        ),
        ("It grew in the past 12 months.", "It grew in the past year."),
        ("Sales fell by 40 % by 2030.", "Sales fell by 40 % from 2020 to 2030."),
        ("Patients improved by 12 weeks.", "Patients improved within 8 to 12 weeks."),
        (
            "Calverine is offered, provided that the level is at least 35 ml/min.",
            "Offer calverine unless the level is below 35 ml/min.",
        ),
        (
            "Calverine is offered if the level is 35 ml/min or more.",
            "Offer calverine unless the level is below 35 ml/min.",
        ),
        (
            "Offer calverine if the level is 35 ml/min or more.",
            "Unless the level is below 35 ml/min, offer calverine.",
        ),
        (
            "Calverine wird gegeben, wenn der Wert mindestens 35 ml/min beträgt.",
            "Calverine wird gegeben, es sei denn, der Wert liegt unter 35 ml/min.",
        ),
        (
            "Do not give calverine if the pulse is below 60.",
            "Do not give calverine unless the pulse is at least 60.",
        ),
        ("Give at least 30 ml.", "Unless the person is allergic, give at least 30 ml."),
        ("Take at most 8 tablets.", "Unless advised otherwise take at most 8 tablets."),
        ("It is seen in the next seven days.", "It is seen in the next week."),
        (
            "Oral antibiotics are given after 48 hours.",
            "Start intravenous antibiotics and change to oral therapy after 48 hours.",
        ),
        (
            "Calverine increases risk of bleeding.",
            "Calverine increases bleeding and decreases risk of stroke.",
        ),
        ("Children should not be given calverine.", "Calverine is for adults only."),
        ("Follow-up was 104 weeks.", "Patients were followed for 24 months."),
        ("It was sold for $44bn.", "It was sold for $44 billion."),
        ("Grade II reactions are treated at home.", "Grade 2 reactions are treated at home."),
        ("Sales fell by 5 % in 2020.", "Sales were falling by 5 % in 2020."),
        ("The current dose is 5 mg.", "The dose is 5 mg."),
        ("The trial did not record any deaths.", "The trial recorded no deaths."),
        ("The dose is 5 mg·kg⁻¹·h⁻¹.", "The dose is 5 mg/kg/h."),
        ("Keep it at 37 ºC.", "Keep it at 37°C."),
        ("It cannot be given.", "It can not be given."),
        ("The drug cannot be given.", "The drug can't be given at night."),
        ("The trial ran in 2018 and 2019.", "The trial ran in 2018–19."),
        ("A non\u2011steroidal drug helps.", "A non-steroidal drug helps."),
        ("It is kept at \u201120\u202f°C.", "It is kept at -20 °C."),
        ("“Take calver\u00adine for long\u2011term use”.", "Take calverine for long-term use."),
        (
            "The heart of a runner beats slower than that of walkers.",
            "A runner has a slow heart. Fewer beats are needed than in the heart at rest.",
        ),
        ("The test of McLeod is used.", "The test is used."),
        ("A 3-dose schedule is used.", "A schedule of 3 doses is used."),
        ("A 17th-century kit is used.", "A kit of the 17th century is used."),
        (
            "Take twice the first dose once the pain has gone.",
            "Take it again once pain subsides, at double the first dose.",
        ),
        ("She won once again.", "She won first in March, and again in May."),
        ("Tell the ward at once.", "Tell the ward as soon as possible."),
        ("Die Praxis ist zu melden.", "Die Praxis ist so bald wie möglich zu melden."),
        ("Veradine is stored in wards at night.", "Veradine may be sold at night."),
        ("The drug is given orally.", "Give the drug by mouth. Others are intravenous."),
        ("In comparison, the dose is higher.", "The dose is higher."),
        ("ACE inhibitors are given.", "Angiotensin-converting enzyme inhibitors are given."),
        ("NSAIDs are given.", "Non-steroidal anti-inflammatory drugs are given."),
        ("Give NSAIDs at night.", "Give an NSAID at night."),
        ("A CT-guided biopsy is taken.", "A biopsy is guided by CT."),
        ("The drug is given IV.", "The drug is given intravenously."),
        ("Stage IV disease is treated.", "Stage 4 disease is treated."),
        (
            "The tablets are taken with food.",
            "The tablets are taken with food. They are not sold without a prescription.",
        ),
    ],
)
def test_other_words_for_the_same_are_not_held_against_a_claim(claim: str, text: str) -> None:
    found = judgements(claim, text)
    assert [one for one in found if one.weight is Weight.AGAINST] == []
    assert all(one.passed for one in found if one.check is not Check.MEANING), found


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Take twice the first dose.", "Take half of the first dose."),
        ("Take three times the first dose.", "Take it again, at double the first dose."),
        ("HER2-negative disease is treated.", "HER2-positive disease is treated, if RAS-negative."),
        ("Take it once/day.", "Take it twice/day."),
        ("Put it once into the eye.", "Put it twice into the eye."),
        ("Take it once over 3 days.", "Take it twice over 3 days."),
        ("Measure interleukin-6 at night.", "Measure interleukin-2 at night."),
        ("It is given in type-1 diabetes.", "It is given in type-2 diabetes."),
        ("The phase-3 trial ended.", "The phase-2 trial ended."),
        ("Calverine is given IV.", "Calverine is given IM."),
        ("If it recurs, give 5 mg of oral calverine.", "If it recurs, inject 5 mg intravenously."),
        (
            "Offer calverine if the level is below 35 ml/min.",
            "Offer calverine unless the level is below 35 ml/min.",
        ),
        (
            "Offer calverine unless the level is at least 35 ml/min.",
            "Offer calverine unless the level is below 35 ml/min.",
        ),
        ("Inhaled calverine is given to children.", "Inhaled calverine is given to adults."),
        ("Everyone from the age of six years is seen.", "Those aged six months or over are seen."),
        ("It grew in the past 6 months.", "It grew in the past year."),
        ("It grows in the next 12 months.", "It grew in the past year."),
        ("Give it over 1 hour.", "Give it over 4 hours and measure the urine of the last hour."),
        ("Take more than 8 tablets.", "Unless a doctor agrees, take at most 8 tablets."),
        ("Adults take more than 4 g.", "Adults other than pregnant women can take up to 4 g."),
        (
            "Give calverine if the pulse is below 60.",
            "Do not give calverine unless the pulse is at least 60.",
        ),
        ("Care is in an inpatient ward.", "Care is in an outpatient ward."),
        ("People with tertiary disease get kits.", "People with primary disease get kits."),
        (
            "Care is given in a ward rather than a home.",
            "Care is given in a home rather than a ward.",
        ),
        ("The dose is 5 mg·kg⁻¹.", "The dose is 5 mg/ml."),
        ("The dose is 5 mg·kg⁻¹.", "The dose is 5 mg."),
        ("The drug can be given.", "The drug can not be given."),
        ("The UK imposed the tariff.", "The US imposed the tariff."),
        ("She was 15 years old.", "The 14-year-old girl was admitted."),
        ("Follow-up was 90 weeks.", "Patients were followed for 24 months."),
        ("It was sold for $44m.", "It was sold for $44 billion."),
        ("Grade III reactions are treated at home.", "Grade 2 reactions are treated at home."),
        ("Sales rose by 5 % in 2020.", "Sales were falling by 5 % in 2020."),
    ],
)
def test_what_is_near_to_them_and_wrong_is_held_against_it(claim: str, text: str) -> None:
    assert max(one.weight for one in judgements(claim, text)) is Weight.AGAINST


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("With prednisolone no further dose is needed.", "With 5 mg no further dose is needed."),
        ("The GP sees to the monitoring.", "A team with experience sees to the monitoring."),
        ("Measure HbA1c each month.", "Measure it each month."),
        ("The covid-19 test is used.", "The test is used."),
        ("Calverine is given IV.", "Calverine is given by mouth."),
    ],
)
def test_a_medicine_or_a_code_that_the_lines_do_not_name_is_doubted(claim: str, text: str) -> None:
    assert weight(claim, text) is Weight.DOUBT


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        (
            "Veradine is raised by 5 mg each week in pregnant women.",
            "Raise veradine by 5 mg a week.",
        ),
        ("Children take veradine at night.", "Veradine is taken at night."),
        ("Veradin wird bei Schwangeren abends gegeben.", "Veradin wird abends gegeben."),
    ],
)
def test_a_claim_about_people_of_whom_the_lines_say_nothing_is_doubted(
    claim: str, text: str
) -> None:
    assert weight(claim, text) is Weight.DOUBT


@pytest.mark.parametrize(
    ("claim", "text", "heading"),
    [
        ("Children take veradine at night.", "Veradine is taken at night.", "Dose for children"),
        ("Children take 5 mg.", "Take half of the dose for adults, 5 mg.", "Dose for children"),
        ("A minor bleed needs no treatment.", "Minor bleeding needs no treatment.", ""),
        ("It may be given for up to 14 days.", "It may be given for a maximum of 14 days.", ""),
        ("This kind of contract ends in May.", "Such a kind of contract ends in May.", ""),
        ("The delivery of goods takes 3 days.", "Delivery of the goods takes 3 days.", ""),
    ],
)
def test_people_whom_a_heading_names_or_nobody_are_no_others(
    claim: str, text: str, heading: str
) -> None:
    assert weight(claim, text, *filter(None, [heading])) is Weight.NOTHING


def test_a_date_that_the_lines_give_less_exactly_and_a_title_are_no_contradictions() -> None:
    march = "It was approved in March 2020.", "It was approved in March."
    assert weight(*march, "Approvals of 2020") is Weight.NOTHING
    assert weight(*march) is Weight.DOUBT
    assert weight("It was approved in May 2020.", "It was approved in March.") is Weight.AGAINST
    title = "The band recorded a song for “The Great Book of Songs”."
    assert weight(title, "The band recorded a song for it.") is Weight.NOTHING
    doses = "Veradine is given as “10 mg to 20 mg per day”."
    assert weight(doses, "Veradine is given from 10 mg to 20 mg each day.") is Weight.AGAINST
    quote = "The band called it “a great book full of songs”."
    assert weight(quote, "The band called it a book.") is Weight.AGAINST
