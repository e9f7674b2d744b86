"""Questions for newcomers: those that were tried, about samples that can be asked at once."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from sample_docs import READING_ORDER, Example, load_examples

if TYPE_CHECKING:
    from collections.abc import Collection


def answered(names: Collection[str]) -> dict[str, list[str]]:
    """Questions by the files that answer them, of these files, in the order of the samples."""
    own = [example for example in _own(names) if example.evidence]
    return {
        name: [example.question for example in own if example.document == name]
        for name in READING_ORDER
        if name in names
    }


def first_answered(names: Collection[str], most: int) -> list[str]:
    """So many of `answered`, one of each file before another one of any."""
    rows = zip_longest(*answered(names).values())
    return [question for row in rows for question in row if question][:most]


def unanswered(names: Collection[str]) -> list[str]:
    """Questions about these files that no sample answers."""
    return [example.question for example in _own(names) if example.evidence is None]


def _own(names: Collection[str]) -> list[Example]:
    return [example for example in load_examples() if example.document in names]
