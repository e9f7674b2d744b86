"""Which documents an answer is from, and with how many quotes."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def sources_in_words(names: Sequence[str]) -> str:
    """Such as `From 2 documents: a.pdf (3 quotes), b.pdf (1)`, the first one first; empty of none.

    `names` are what the document of each quote is called.
    """
    several = len(set(names)) > 1
    if not several:
        return "".join(f"From {name}" for name in names[:1])
    first = names.count(names[0])
    counts = [f"{first} quotes" if first > 1 else "1 quote"]
    counts += [str(number) for number in list(Counter(names).values())[1:]]
    listed = zip(dict.fromkeys(names), counts, strict=True)
    return f"From {len(counts)} documents: {', '.join(f'{n} ({c})' for n, c in listed)}"
