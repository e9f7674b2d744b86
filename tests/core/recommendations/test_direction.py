import pytest

from core.recommendations.direction import speaks_for


@pytest.mark.parametrize(
    "text",
    [
        "Statins should be offered even if cholesterol does not fall.",
        "Surgery should be offered and should not be delayed beyond 6 weeks.",
        "Metformin is recommended in patients who do not tolerate insulin.",
        "Patients who cannot have surgery should be offered radiotherapy.",
        "In adults with malaria, WHO recommends artesunate.",
        "Es soll ein Blutbild vorliegen. Es soll nicht älter als 7 Tage sein.",
        "Bei Personen, die nicht gehen können, soll eine Prüfung erfolgen.",
        "We recommend that patients who should not be moved be treated at home.",
        "Die Operation soll erfolgen; sie soll nicht später stattfinden.",
    ],
)
def test_a_negation_outside_the_main_clause_turns_nothing_round(text: str):
    assert speaks_for(text) is True


@pytest.mark.parametrize(
    "text",
    [
        "Aspirin should not be used in children.",
        "If the person vomits, do not offer tablets.",
        "We suggest against a scan in patients who are well.",
        "Trimetazidine is not recommended.",
        "Eine Szintigraphie soll nicht durchgeführt werden.",
        "Antibiotika sollen bei Virusinfekten nicht gegeben werden.",
        "Wir empfehlen keine Antibiotika.",
        "We recommend that ACE inhibitors not be stopped after one raised value.",
        "We suggest that people whose urate is above 600 not be given diuretics.",
        "We suggest that fluids be not restricted.",
        "NSAIDs should be avoided in people with gout.",
        "We recommend avoiding catheters.",
        "Imatinib sollte außerhalb von Studien nicht mit der Operation verbunden werden.",
    ],
)
def test_a_negation_beside_the_main_verb_speaks_against(text: str):
    assert speaks_for(text) is False


@pytest.mark.parametrize(
    "text",
    [
        "Stop opioids in adults with chronic pain.",
        "We suggest that antibiotics be withheld.",
        "Antibiotics should not be withheld.",
        "We suggest neither a scan nor a biopsy.",
        "We do not suggest for or against a test.",
        "There is insufficient evidence to recommend a test.",
        "Auf Antibiotika sollte verzichtet werden.",
        "Antibiotika sollen, wenn Fieber fehlt, nicht gegeben werden.",
        "Nicht operable Patienten sollen bestrahlt werden.",
        "Chest pain is common.",
        "Smoking should not be avoided.",
        "We suggest that no one not be offered a test.",
        "Bei Asthma sollte ein Test nicht vermieden werden.",
    ],
)
def test_what_a_reader_may_take_either_way_is_left_open(text: str):
    assert speaks_for(text) is None


@pytest.mark.parametrize(
    ("text", "side"),
    [
        ("Repeat the test after 4 weeks.", True),
        ("Also ask about falls.", True),
        ("In children, doses are to be halved.", True),
        ("Use only sterile needles.", True),
        ("Do not stop the drug without a plan.", False),
        ("Avoid aspirin in children.", False),
        ("Doses are not to be doubled.", False),
        ("Use of aspirin fell by half.", None),
        ("Record of the visit.", None),
        ("Test results vary.", None),
    ],
)
def test_an_imperative_tells_the_direction_and_a_noun_does_not(text: str, side: bool | None):
    assert speaks_for(text) is side
