"""Gold of fictional guidelines stands on their pages, and is counted as it should be."""

from __future__ import annotations

import pymupdf
import pytest

from benchmarks.fictional_cards import Counts
from benchmarks.fictional_guidelines import DEVELOPMENT, UNSEEN, documents


def letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def test_every_recommendation_of_the_gold_stands_on_its_page() -> None:
    for _, content, gold in documents([*DEVELOPMENT, *UNSEEN]):
        with pymupdf.open(stream=content, filetype="pdf") as pdf:
            pages = [letters(str(page.get_text())) for page in pdf]
        assert all(
            letters(each["words"]) in pages[each["page"] - 1] for each in gold["recommendations"]
        )


def test_no_guideline_is_fitted_to_and_unseen() -> None:
    assert not set(DEVELOPMENT) & set(UNSEEN)


@pytest.mark.parametrize(
    ("shown", "gold", "right", "kind"),
    [
        ("Grade A", ["A"], True, "right"),
        ("Grade B", ["A"], False, "wrong"),
        ("Grade A", [""], False, "invented"),
        ("", ["A"], False, "missing"),
    ],
)
def test_a_fact_is_right_wrong_invented_or_missing(
    shown: str, gold: list[str], *, right: bool, kind: str
) -> None:
    counts = Counts()
    counts.add("grade", shown, gold, right=right)
    assert [key for key, count in counts.items() if count] == [("grade", kind)]


def test_what_is_not_stated_and_not_shown_does_not_count() -> None:
    counts = Counts()
    counts.add("grade", "", [""], right=False)
    assert counts.total() == 0


def test_what_is_invented_counts_against_precision_and_not_against_recall() -> None:
    counts = Counts({("grade", "right"): 3, ("grade", "invented"): 1, ("grade", "missing"): 2})
    assert counts.precision("grade") == 0.75
    assert counts.recall("grade") == 0.6
