"""Where a text that is longer than a model reads at once is divided."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def window_bounds(words: Sequence[int | None], size: int) -> list[tuple[int, int]]:
    """Half-open token ranges of at most `size` tokens, as even as they can be.

    `words` holds the word each token belongs to. A window ends between two words unless a
    single word fills it. The ranges follow each other without gap or overlap and cover all
    tokens; without tokens there is one empty range.

    Raises:
        ValueError: `size` is below 1.
    """
    if size < 1:
        raise ValueError("a window holds at least one token")
    total = len(words)
    bounds: list[tuple[int, int]] = []
    start = 0
    while total - start > size:
        even = start + -(-(total - start) // -(-(total - start) // size))
        end = _word_start(words, start, even, start + size)
        bounds.append((start, end))
        start = end
    return [*bounds, (start, total)]


def _word_start(words: Sequence[int | None], start: int, even: int, limit: int) -> int:
    """Where a word begins: the last place up to `even`, else the first one up to `limit`.

    `limit` if no word begins before it.
    """
    for end in (*range(even, start, -1), *range(even + 1, limit)):
        if words[end] is None or words[end] != words[end - 1]:
            return end
    return limit
