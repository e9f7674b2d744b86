import pytest

from core.recommendations.population import people_in
from core.spans import Span
from tests.builders import sir_from_texts


def _people(text: str) -> str | None:
    sir = sir_from_texts([text])
    node = next(i for i, node in enumerate(sir.nodes) if node.text == text)
    span = people_in(sir, Span(node, 0, len(text)))
    return text[span.start : span.end] if span else None


@pytest.mark.parametrize(
    "text",
    [
        "Offer the vaccine, but not to children under 2 years.",
        "Offer metformin unless the person is among people with kidney failure.",
        "Offer the same dose as for adults with asthma to everyone.",
        "Exclude people with a pacemaker before offering MRI.",
        "Insulin was studied in patients with obesity.",
        "Offer a test to relatives of people with asthma.",
        "Außer bei Schwangeren soll ein Test erfolgen.",
        "Es sei denn, Patienten mit Asthma husten, soll kein Test erfolgen.",
    ],
)
def test_people_who_are_excepted_or_compared_with_are_not_those_it_is_for(text: str):
    assert _people(text) is None


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("For people with a rash, consider a scan.", "people with a rash"),
        ("Do not test people at risk or above.", "people at risk or above"),
        ("Give people with a rash 2 kits.", "people with a rash"),
        ("Advise anyone with HIV who is ill to rest.", "anyone with HIV who is ill"),
        ("For babies under 1 year, wait.", "babies under 1 year"),
        ("See the guidelines on care for adults.", None),
        ("Ask the person if they sleep.", None),
        ("Stop in adults. Children are referred.", "adults"),
        (
            "Doses in children between 1 year and over, and under 16 years.",
            "children between 1 year and over, and under 16 years",
        ),
        ("Tests should not be given to men over 50.", "men over 50"),
        ("We recommend that adults with asthma be treated.", "adults with asthma"),
        ("Es wird empfohlen, Patienten mit Asthma zu schulen.", "Patienten mit Asthma"),
        ("We recommend that adults with asthma eat less salt.", None),
        ("Measure potassium in adults with CKD stages G3b–G5.", "adults with CKD stages G3b–G5"),
        ("Call for help for people with weak, slow pulse.", "people with weak, slow pulse"),
        ("In people whose asthma is severe, offer a test.", "people whose asthma is severe"),
        ("We suggest that people with gout not be treated.", "people with gout"),
        ("Bei Frauen mit Gicht kann auf einen Test verzichtet werden.", "Frauen mit Gicht"),
        ("Offer a test to adults 65 years or older.", "adults 65 years or older"),
        ("Give people with asthma, if they agree, a test.", "people with asthma"),
        (
            "We suggest that people whose potassium is above 5.5 mmol/l be referred.",
            "people whose potassium is above 5.5 mmol/l",
        ),
        ("Avoid salt in people treated with a diuretic.", "people treated with a diuretic"),
        ("Aspirin is recommended in adults with gout [I, A].", "adults with gout"),
        ("Do not use meters in outpatients.", "outpatients"),
        ("Vorher sollte bei Erwachsenen eine Biopsie erfolgen.", "Erwachsenen"),
        (
            "Ein Scan soll bei Patienten mit Tumoren vom Grad G1 ohne große Knoten nicht erfolgen.",
            "Patienten mit Tumoren vom Grad G1 ohne große Knoten",
        ),
        ("Es soll bei Patienten mit Asthma vor der Therapie ein Test erfolgen.", None),
        ("Es soll bei Patienten mit Asthma die Lunge nicht geprüft werden.", None),
        ("Es soll bei Patienten mit Asthma zusätzlich ein Test erfolgen.", None),
        ("Offer biopsy to men with a PI-RADS 4 lesion.", None),
        ("Offer rest to everyone except women who are pregnant.", None),
        ("Consider rest in adults except those with gout.", "adults except those with gout"),
        (
            "Offer rest to men with gout, except in smokers, if it helps.",
            "men with gout, except in smokers",
        ),
        ("Der Test soll entfallen, ausgenommen bei Schwangeren.", None),
        ("Rest is advised in patients in NYHA class II.", "patients in NYHA class II"),
        ("Give patients in addition to rest a scan.", None),
        ("Offer rest to frail residents of care homes.", "frail residents of care homes"),
        ("Offer rest to symptomatic adults with gout.", "symptomatic adults with gout"),
        (
            "Rest is advised in patients who survived a fall and are expected to walk.",
            "patients who survived a fall and are expected to walk",
        ),
        ("Rest is advised in adults with gout.12,14", "adults with gout"),
        ("Bei Verdacht auf Gicht soll ein Test erfolgen.", "Verdacht auf Gicht"),
        ("Bei klinischem Verdacht auf Gicht sollte er ruhen.", "klinischem Verdacht auf Gicht"),
        ("Offer rest to adult patients with gout.", "adult patients with gout"),
        ("Use the adult dose.", None),
        ("In critically ill men with gout we suggest rest.", "critically ill men with gout"),
        ("Staff caring for people with gout should rest.", None),
        ("In confirmed gout, offer rest.", "confirmed gout"),
        ("Kinder ab 6 Jahren sollen geimpft werden.", "Kinder ab 6 Jahren"),
        ("NSAIDs are not recommended during pregnancy.", "during pregnancy"),
        ("Explain the safety of rest in pregnancy.", None),
        ("One in three people who fall cannot get up.", None),
    ],
)
def test_people_end_where_the_sentence_goes_on(text: str, people: str | None):
    assert _people(text) == people
