"""What changed between editions is told passage by passage, and nothing where nothing changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.editions.difference import ChangeKind, Danger, difference
from core.editions.passages import PassageKind
from core.spans import located
from tests.builders import bullets, heading, sir_from_texts, table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.editions.difference import Side
    from core.sir import Sir
    from tests.builders import Block

DOSE = "Give 5 mg of marsaplatin twice a day to adults with stage two disease."
SCAN = "Computed tomography should be the first investigation of the abdomen."
DIET = "Patients with weight loss are referred to a dietitian within one week."
PAIN = "Pain is treated with paracetamol first and with opioids where that fails."
CARE = "Early palliative care begins with the diagnosis of metastatic disease."
TEXTS = [heading("1 Treatment"), DOSE, SCAN, DIET, PAIN, CARE]


def _told(old: Sequence[Block | str], new: Sequence[Block | str]) -> list[tuple[ChangeKind, str]]:
    one, other = sir_from_texts(old, "1" * 64), sir_from_texts(new, "2" * 64)
    return [
        (change.kind, _text(other, change.new) if change.new else _text(one, change.old))
        for change in difference(one, other).changes
    ]


def _text(sir: Sir, side: Side | None) -> str:
    assert side
    return " ".join(sir.nodes[span.node].text[span.start : span.end] for span in side.spans)


def _marked(sir: Sir, side: Side | None) -> list[str]:
    assert side
    return [sir.nodes[span.node].text[span.start : span.end] for span in side.changed]


def test_an_unchanged_copy_has_no_differences() -> None:
    rows = table([["Age", "Dose"], ["under 12", "2 mg"], ["12 or older", "5 mg"]])
    texts = [*TEXTS, rows, bullets("fever", "night sweats", "weight loss")]
    assert _told(texts, texts) == []


def test_text_that_is_cut_otherwise_is_not_changed() -> None:
    assert _told([DOSE, f"{SCAN} {DIET}", PAIN], [DOSE, SCAN, DIET, PAIN]) == []


def test_words_parted_by_a_hyphen_at_the_end_of_a_line_are_not_changed() -> None:
    assert _told(["Use anti-inflammatory drugs."], ["Use antiinflammatory drugs."]) == []


def test_added_and_removed_passages_are_told() -> None:
    assert _told([DOSE, SCAN, PAIN], [DOSE, DIET, PAIN]) == [
        (ChangeKind.REMOVED, SCAN),
        (ChangeKind.ADDED, DIET),
    ]


def test_a_passage_in_another_place_was_moved() -> None:
    assert _told(TEXTS, [TEXTS[0], SCAN, DIET, PAIN, CARE, DOSE]) == [(ChangeKind.MOVED, DOSE)]


def test_only_the_new_number_of_a_passage_is_told_where_its_words_are_the_same() -> None:
    old = [f"1.1.1 {DOSE}", f"1.1.2 {SCAN}", f"1.1.3 {PAIN}"]
    new = [f"1.1.1 {DOSE}", f"1.1.2 {DIET}", f"1.1.3 {SCAN}", f"1.1.4 {PAIN}"]
    kinds = [kind for kind, _ in _told(old, new)]
    assert kinds == [ChangeKind.ADDED, ChangeKind.RENUMBERED, ChangeKind.RENUMBERED]


@pytest.mark.parametrize(
    ("before", "after", "dangers"),
    [
        ("Give 5 mg a day to all adults.", "Give 50 mg a day to all adults.", (Danger.NUMBER,)),
        ("Give 5 mg a day to all adults.", "Give 5 g a day to all adults.", (Danger.NUMBER,)),
        ("Repeat it after three weeks.", "Repeat it after four weeks.", (Danger.NUMBER,)),
        ("Tests are done at night.", "Tests are not done at night.", (Danger.NEGATION,)),
        ("Adults should be tested.", "Adults may be tested.", (Danger.STRENGTH,)),
        ("Es soll geprüft werden.", "Es soll nicht geprüft werden.", (Danger.NEGATION,)),
        ("Adults rest at home.", "Adults rest indoors.", ()),
        ("Adults rest at home ⇑.", "Adults rest at home ⇓.", ()),
    ],
)
def test_changes_that_must_not_be_missed_are_named(
    before: str, after: str, dangers: tuple[Danger, ...]
) -> None:
    [change] = difference(sir_from_texts([before]), sir_from_texts([after])).changes
    assert change.dangers == dangers


def _graded(grade: str, level: str) -> Sir:
    rows = [
        ["Recommendations", "Class", "Level"],
        ["Anticoagulation is recommended.", grade, level],
    ]
    return sir_from_texts([heading("3 Treatment"), table(rows)])


@pytest.mark.parametrize(
    ("grade", "level", "danger"),
    [("IIa", "B", Danger.STRENGTH), ("I", "C", Danger.EVIDENCE)],
)
def test_another_grade_or_level_in_its_own_cell_must_not_be_missed(
    grade: str, level: str, danger: Danger
) -> None:
    [change] = difference(_graded("I", "B"), _graded(grade, level)).changes
    assert change.dangers == (danger,)


def test_the_signs_of_a_certainty_are_compared_and_the_marks_of_items_are_not() -> None:
    old, new = (sir_from_texts([f"Certainty of the evidence: {s}"]) for s in ("⊕⊕○○", "⊕⊕⊕○"))
    [change] = difference(old, new).changes
    assert (_marked(old, change.old), _marked(new, change.new)) == (["⊕⊕○○"], ["⊕⊕⊕○"])
    assert _told([bullets("▪ fever", "▪ pain")], [bullets("● fever", "● pain")]) == []


def test_marked_words_are_exactly_those_that_changed_on_both_pages() -> None:
    old, new = sir_from_texts([DOSE, SCAN]), sir_from_texts([DOSE.replace("5 mg", "10 mg"), SCAN])
    [change] = difference(old, new).changes
    assert (_marked(old, change.old), _marked(new, change.new)) == (["5"], ["10"])
    assert change.new
    assert len(located(new, change.new.changed)) == 1


def test_a_recommendation_is_one_passage_with_its_list() -> None:
    items = bullets("fever above 39 degrees", "severe pain at rest")
    new = bullets("fever above 38 degrees", "severe pain at rest")
    text = "1.2.1 Refer people with one of these at once:"
    title = heading("Recommendations")
    before, after = sir_from_texts([title, text, items]), sir_from_texts([title, text, new])
    [change] = difference(before, after).changes
    assert (change.passage, change.kind) == (PassageKind.RECOMMENDATION, ChangeKind.CHANGED)


def test_editions_that_share_nothing_lose_no_passage() -> None:
    found = difference(sir_from_texts([DOSE, SCAN]), sir_from_texts([PAIN, CARE]))
    kinds = sorted(change.kind for change in found.changes)
    assert kinds == [ChangeKind.ADDED] * 2 + [ChangeKind.REMOVED] * 2
