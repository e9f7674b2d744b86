"""Which headings are the same, however they are spelt and numbered."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from itertools import product
from typing import TYPE_CHECKING

from rapidfuzz import fuzz

from core.evaluation.metrics.overlap import Overlap

if TYPE_CHECKING:
    from collections.abc import Sequence

NEAR = 90.0
"""Ratio, of 100, from which two titles are the same."""

_NUMBER = re.compile(
    r"^(?:(?:chapter|part|kapitel|teil|appendix|anhang)\s+"
    r"(?:\w+\s*[:.–—-]|(?:\d+|[ivxlc]+|[a-z])\b)\W*|[a-z](?:\.\d+)+\W*|[\W\d]+)(?=[^\W\d])",
    re.IGNORECASE,
)


def key(text: str) -> str:
    """The letters and digits of a text, small."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return "".join(char for char in plain if char.isalnum())


def likeness(one: str, two: str) -> float:
    """How like two titles are, 0 to 100.

    What one begins with to count chapters ("2:", "CHAPTER TWO:", "A.1") and the other lacks does
    not count; "12 Appendix A" may be listed as "Appendix A", or without both.
    """
    numbers = [match.group() if (match := _NUMBER.match(text)) else "" for text in (one, two)]
    kinds = {(bool(key(number)), number[:2].isalpha()) for number in numbers}
    if key(numbers[0]) != key(numbers[1]) and len(kinds) > 1:
        forms = [(text, _NUMBER.sub("", text)) for text in (one, two)]
        return max(fuzz.ratio(key(first), key(second)) for first, second in product(*forms))
    return fuzz.ratio(key(one), key(two))


def heading_overlap(gold: Sequence[str], found: Sequence[str]) -> Overlap:
    """How many headings are in both, each in one pair: the same ones first, then those nearly so.

    Levels do not count. Its F1 is None without a heading in the gold.
    """
    shared = Counter(map(key, gold)) & Counter(map(key, found))
    left, free = _without(gold, shared), _without(found, shared)
    both = shared.total()
    for title in left:
        near = [at for at, other in enumerate(free) if likeness(title, other) >= NEAR]
        if near:
            free.pop(near[0])
            both += 1
    return Overlap(both, len(gold), len(found))


def _without(titles: Sequence[str], taken: Counter[str]) -> list[str]:
    """The titles that are left when as many as `taken` says were taken away."""
    rest: list[str] = []
    counts = Counter(taken)
    for title in titles:
        name = key(title)
        if counts[name]:
            counts[name] -= 1
        else:
            rest.append(title)
    return rest
