from __future__ import annotations

import pytest

from tests.core.parsing.papers import Paper, check, parse_with, texts

PATIENT = ["Name: John Doe", "Patient ID: PT-2024-08915", "Room: 302-B"]


def written(*rows: str) -> Paper:
    """A page of prose with these rows below it, one paragraph."""
    paper = Paper()
    paper.prose(72, 80)
    for at, row in enumerate(rows):
        paper.write(row, 72, 300 + 13 * at)
    return paper


def test_names_with_values_are_an_area_of_pairs() -> None:
    sir = written(*PATIENT).parse()
    check(sir)
    (area,) = (node for node in sir.nodes if node.type == "key_value_area")
    assert [sir.nodes[child].text for child in area.children] == PATIENT
    assert len({sir.boxes(child)[0].top for child in area.children}) == len(PATIENT)


def test_a_name_may_be_abbreviated() -> None:
    rows = ["Invoice no.: 20431", "Kd.-Nr.: 7782", "Tel.: 0131 555 210"]
    assert texts(written(*rows).parse(), "key_value") == rows


def test_a_value_goes_on_in_the_next_line() -> None:
    sir = written(*PATIENT, "Insurance: Blue Cross and", "Blue Shield").parse()
    assert texts(sir, "key_value")[-1] == "Insurance: Blue Cross and Blue Shield"


def test_pairs_side_by_side_keep_what_stands_below_each() -> None:
    paper = written("Date: 1 May", "From: Company ABC")
    paper.write("To: John Doe", 300, 313)
    paper.write("Main Street 1", 100, 326)
    paper.write("Side Street 2", 320, 326)
    pairs = texts(paper.parse(), "key_value")
    assert pairs == ["Date: 1 May", "From: Company ABC Main Street 1", "To: John Doe Side Street 2"]


@pytest.mark.parametrize(
    "rows",
    [
        pytest.param(PATIENT[:2], id="too few"),
        pytest.param(["Answer: a", "Answer: b", "Answer: c", "Answer: d"], id="names come again"),
        pytest.param(["Name:", "Address:", "Room: 302"], id="without values"),
        pytest.param(["1: while", "2: sample", "3: end"], id="numbers"),
        pytest.param(
            ["Table 1: Doses", "Table 2: Visits", "Table 3: Deaths in both arms"], id="captions"
        ),
        pytest.param(
            [*PATIENT, "Note: the patient was told on admission not to eat before the visit."],
            id="a sentence",
        ),
    ],
)
def test_other_text_with_colons_stays_text(rows: list[str]) -> None:
    sir = written(*rows).parse()
    assert not texts(sir, "key_value_area")
    flow = " ".join(node.text for node in sir.nodes[: sir.flow])
    assert all(row in flow for row in rows)


def test_a_sentence_between_pairs_parts_two_areas() -> None:
    paper = written(*PATIENT)
    paper.write("The patient was admitted after a fall at home in the morning.", 72, 360)
    for at, row in enumerate(["Date: 1 May", "Time: 10:30", "Ward: 3"]):
        paper.write(row, 72, 400 + 13 * at)
    assert len(texts(paper.parse(), "key_value_area")) == 2


def test_pairs_are_found_by_sight_as_well() -> None:
    sir = parse_with("visual_topology", written(*PATIENT).pdf.tobytes())
    assert texts(sir, "key_value") == PATIENT


def test_what_a_program_puts_out_stays_a_listing() -> None:
    paper = Paper()
    paper.prose(72, 80)
    for at, row in enumerate(["Call: glm(formula = a)", "Degrees: 12 in all", "Deviance: 3306"]):
        paper.write(row, 72, 300 + 13 * at, font="cour")
    sir = paper.parse()
    assert not texts(sir, "key_value")
    assert "Degrees: 12 in all\nDeviance: 3306" in texts(sir, "paragraph")[-1]
