"""Numbers of lines in the margin are set aside, those of entries are not."""

from __future__ import annotations

import pytest

from core.parsing.structuring.line_numbers import LINE_NUMBERS
from tests.core.parsing.papers import PROSE, Paper, check

TEXT = (*PROSE[:3], *PROSE)
ENTRIES = ("Scope of the guideline", "Methods", "Findings", "Advice", "Outlook", "Sources")


def _numbered(*pages: tuple[str, ...], at: float = 50, step: int = 1) -> Paper:
    paper = Paper(len(pages))
    count = 0
    for page, lines in enumerate(pages):
        for row, text in enumerate(lines):
            count += 1
            if count % step == 0:
                right = at + 4.45 * (count < 10)
                paper.write(str(count), right, 130 + 20 * row, page, size=8)
            paper.write(text, 90, 130 + 20 * row, page)
    return paper


@pytest.mark.parametrize(("at", "step"), [(50, 1), (550, 1), (50, 5)])
def test_line_numbers_are_set_aside(at: float, step: int) -> None:
    pages = (TEXT, PROSE) if step == 1 else (TEXT * 4, TEXT * 4)
    sir = _numbered(*pages, at=at, step=step).parse()
    check(sir)
    flow = " ".join(node.text for node in sir.nodes[: sir.flow])
    assert " ".join(PROSE) in flow and not any(map(str.isdigit, flow))
    aside = [node.text for node in sir.nodes if node.metadata.get("aside") == LINE_NUMBERS]
    assert len(aside) == 2


def test_numbers_of_entries_stay() -> None:
    sir = _numbered(ENTRIES).parse()
    flow = " ".join(node.text for node in sir.nodes[: sir.flow])
    assert all(f"{count} {entry}" in flow for count, entry in enumerate(ENTRIES, 1))


@pytest.mark.parametrize(
    ("entries", "at"),
    [
        (("strongly disagree", "disagree", "neither", "agree", "strongly agree", "no answer"), 550),
        (("heart failure", "hypertension", "age of 75", "diabetes", "a stroke", "disease"), 550),
        (("mix the flour with water", "knead it", "let it rest", "bake it", "cool it", "cut"), 50),
        (
            (
                "feeling nervous, anxious or on edge over the last two weeks",
                "not being able to stop or control worrying at any time",
                "worrying too much about different things on most days",
                "trouble relaxing in the evening after a day of work",
                "being so restless that it is hard to sit still for long",
                "becoming easily annoyed or irritable with other people",
            ),
            50,
        ),
    ],
    ids=["answers", "points", "steps", "questions"],
)
def test_numbers_of_entries_in_lower_case_stay(entries: tuple[str, ...], at: float) -> None:
    sir = _numbered(entries, at=at).parse()
    assert [node.text for node in sir.nodes if node.metadata.get("aside") == LINE_NUMBERS] == []
