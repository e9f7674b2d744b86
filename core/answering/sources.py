"""Which documents an answer is from, and with how many quotes."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


def sources_in_words(documents: Iterable[str], names: Mapping[str, str]) -> str:
    """Such as `From 2 documents: a.pdf (3 quotes), b.pdf (1)`, the first one first; empty of none.

    `documents` are the ids of the documents of quotes, `names` what they are called.
    """
    counts = Counter(documents)
    if len(counts) < 2:
        return "".join(f"From {names[document]}" for document in counts)
    first, *others = counts.items()
    quotes = "1 quote" if first[1] == 1 else f"{first[1]} quotes"
    listed = [f"{names[first[0]]} ({quotes})", *(f"{names[d]} ({n})" for d, n in others)]
    return f"From {len(counts)} documents: {', '.join(listed)}"
