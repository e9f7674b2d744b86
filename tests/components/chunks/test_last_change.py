"""After a change of settings it is said what there was before, or that nothing has changed."""

from __future__ import annotations

from components.chunks.last_change import change_in_words
from tests.builders import heading
from tests.cutting import cut

WORDS = " ".join(f"Sentence number {n} stands here." for n in range(40))
BLOCKS = (heading("Doses of the first drug"), WORDS)


def test_a_heading_budget_that_no_heading_passes_changes_nothing() -> None:
    before, after = (
        cut(BLOCKS, "hierarchical", max_tokens=64, heading_budget=b) for b in (0.4, 0.5)
    )
    words = change_in_words(before, after)
    assert words.startswith(f"The same {len(after.chunks)} chunks as before: B_h changes nothing")
    assert words.endswith("Headings above a chunk have 5 tokens at most, and B_h allows 25.")


def test_of_other_chunks_it_is_said_what_there_was_before_and_how_many_stayed() -> None:
    before = cut(("One two three.", WORDS), "fixed", max_tokens=64, overlap=0.0)
    after = cut(("One two three.", WORDS), "fixed", max_tokens=32, overlap=0.0)
    assert change_in_words(before, after) == (
        f"Before, with N 64: {len(before.chunks)} chunks, mean "
        f"{sum(c.token_count for c in before.chunks) / len(before.chunks):.0f}, largest 64 tokens; "
        "none stayed the same."
    )


def test_chunks_that_both_settings_make_are_counted() -> None:
    short = tuple(f"Paragraph {n} is short." for n in range(3))
    before, after = (cut((*short, WORDS), "recursive", max_tokens=n) for n in (64, 48))
    kept = {c.cut.pieces for c in before.chunks} & {c.cut.pieces for c in after.chunks}
    assert kept
    assert change_in_words(before, after).endswith(f"; {len(kept)} stayed the same.")


def test_another_strategy_is_named_by_its_title() -> None:
    before, after = cut(BLOCKS, "fixed", max_tokens=64), cut(BLOCKS, "recursive", max_tokens=64)
    assert change_in_words(before, after).startswith("Before, with Fixed size: ")


def test_of_the_same_options_nothing_is_said() -> None:
    before, after = (cut(BLOCKS, "hierarchical", max_tokens=64) for _ in range(2))
    assert change_in_words(before, after) == ""
