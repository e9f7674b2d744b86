from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.core.parsing.papers import Paper, check, parse_with, texts

if TYPE_CHECKING:
    from collections.abc import Sequence

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


KEYS = ["Ctrl+q", "Shift+Ctrl+n", "F1", "Esc"]
MEANINGS = ["Quit", "New folder", "Show the manual of the program", "Close the dialog"]


def in_columns(
    keys: Sequence[str], meanings: Sequence[str], second: float = 150, above: str = ""
) -> Paper:
    """A page of prose with keys and what they mean in two columns below it."""
    paper = Paper()
    paper.prose(72, 80)
    if above:
        paper.write(above, 72, 287)
    for at, (key, meaning) in enumerate(zip(keys, meanings, strict=True)):
        paper.write(key, 72, 300 + 13 * at)
        paper.write(meaning, second, 300 + 13 * at)
    return paper


def test_rows_of_keys_and_meanings_are_pairs_without_a_colon() -> None:
    sir = in_columns(KEYS, MEANINGS).parse()
    check(sir)
    expected = [f"{key} {meaning}" for key, meaning in zip(KEYS, MEANINGS, strict=True)]
    assert texts(sir, "key_value") == expected


def test_a_long_key_leaves_a_narrow_gap() -> None:
    pairs = texts(in_columns(["F1", "Shift+Ctrl+n", "F2"], MEANINGS[:3], 140).parse(), "key_value")
    assert pairs[1] == "Shift+Ctrl+n New folder"


def test_what_stands_below_a_meaning_goes_on_with_it() -> None:
    paper = in_columns(KEYS, MEANINGS)
    paper.write("and go back to the list", 150, 352)
    assert texts(paper.parse(), "key_value")[-1] == "Esc Close the dialog and go back to the list"


def test_the_sentence_above_rows_stays_a_paragraph() -> None:
    sir = in_columns(KEYS, MEANINGS, above="These keys may be pressed everywhere:").parse()
    assert texts(sir, "paragraph")[-1] == "These keys may be pressed everywhere:"
    assert len(texts(sir, "key_value")) == len(KEYS)


def test_a_key_that_ends_in_a_hyphen_is_no_part_of_the_next_word() -> None:
    keys = ["-os-", "-om-", "-cs-"]
    pairs = texts(in_columns(keys, MEANINGS[:3]).parse(), "key_value")
    assert pairs[:2] == ["-os- Quit", "-om- New folder"]


@pytest.mark.parametrize(
    ("keys", "meanings"),
    [
        pytest.param(KEYS[:2], MEANINGS[:2], id="too few"),
        pytest.param(["F1", "F1", "F1"], MEANINGS[:3], id="keys come again"),
        pytest.param(
            ["are less likely", "to say all that", "can be done here"], MEANINGS[1:], id="sentences"
        ),
        pytest.param(
            KEYS[:3],
            ["Quit the program now", "Open a folder here", "Show all the pages"],
            id="full",
        ),
    ],
)
def test_other_rows_stay_text(keys: Sequence[str], meanings: Sequence[str]) -> None:
    assert not texts(in_columns(keys, meanings, 220).parse(), "key_value")


def test_meanings_of_a_word_each_are_no_running_text() -> None:
    pairs = texts(in_columns(KEYS, ["Copy", "Paste", "Cut", "Undo"]).parse(), "key_value")
    assert pairs == ["Ctrl+q Copy", "Shift+Ctrl+n Paste", "F1 Cut", "Esc Undo"]


def test_text_further_right_is_no_part_of_the_last_meaning() -> None:
    paper = in_columns(KEYS, MEANINGS)
    paper.write("A remark in the margin", 320, 352)
    assert texts(paper.parse(), "key_value")[-1] == "Esc Close the dialog"
