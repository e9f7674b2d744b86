"""How much of what a claim says stands in the lines: by words and their weight."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from core.quantities.measurement_units import unit_of
from core.quantities.numerals import CARDINALS, MONTHS, roman
from core.text.word_tables import any_of, word_table
from core.text.words import word_list
from core.tokenizer import minilm_tokenizer
from core.verification.clauses import content, share

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from core.text.language import Language
    from core.verification.source import Source

_WORD = re.compile(r"[^\W\d_]+(?:['’]\w+)?")
_PLACED = re.compile(r"[^\W_]+(?:['’]\w+)?")
_SHORTEST = 4
"""Letters that two forms of a word begin with."""
_PART = 5
"""Letters of a part of a compound."""
_LOOKED_AT = 6
"""Sentences of which the best two are sought, those with most of the claim's words."""
_COMMONEST = 2000
"""Place in the tokenizer's vocabulary, about by frequency, before which a word is common."""
_LISTS = word_table(__file__)
_ENDINGS = frozenset({"", *_LISTS["endings"]})
"""Endings that leave the meaning of a word about as it is."""
_LIGHT = any_of(_LISTS["light"])
"""Words that carry little by themselves, or that another check compares."""
_BOUND = re.compile(
    r"\b(?:or|oder)\s+(?:more|less|fewer|higher|lower|later|older|above|below|over|mehr|weniger|höher"
    r"|niedriger|später|älter|darüber|darunter)\b|(?<=\d)\s+\w+\s+(?:higher|lower|older)\b",
    re.IGNORECASE,
)
"""Words that belong to a number."""
_SAME = [any_of(words) for words in _LISTS["same"]]
"""Words that stand for each other, whatever the subject."""


@dataclass(frozen=True)
class Coverage:
    """What the lines hold of a claim's content words, numbers and units left out.

    `words` and `nearby` are shares by weight, 0 to 1, in all lines and in the best two sentences.
    `missing` are the words that the lines do not hold, `replaced` those of them in whose place,
    between the same two words, the lines have another one that the claim has not.
    """

    words: float
    nearby: float
    missing: tuple[str, ...]
    replaced: tuple[tuple[str, str], ...]

    @property
    def is_swapped(self) -> bool:
        """Whether the claim is what the lines say, but for words in the place of theirs."""
        return bool(self.missing) and len(self.missing) == len(self.replaced)


def coverage(claim: str, language: Language, source: Source) -> Coverage:
    """What the lines, the sentences around them and what stands above them hold of a claim.

    A form of a word, a part of a compound and a few common words of the same meaning count as
    held. A rare word weighs more than a common one.
    """
    words = [
        word
        for word in dict.fromkeys(word_list(_BOUND.sub(" ", claim), _WORD))
        if content(word, language) and not _is_light(word)
    ]
    weights = np.array([_weight(word) for word in words])
    whole = "\n".join((source.wide, source.above, source.cited))
    held = _held(words, whole, language, source.language)
    missing = tuple(word for word, is_held in zip(words, held, strict=True) if not is_held)
    own = content(claim, language)
    likely = sorted(source.sentences, key=lambda text: -share(own, content(text, source.language)))
    above = _held(words, source.above, language, source.language)
    parts = [_held(words, text, language, source.language) for text in likely[:_LOOKED_AT]]
    nearby = max((_by_weight(a | b | above, weights) for a in parts for b in parts), default=0.0)
    return Coverage(
        _by_weight(held, weights),
        nearby,
        missing,
        tuple(_replaced(missing, claim, language, source)),
    )


def is_form(word: str, other: str) -> bool:
    """Whether two words in lower case are forms of one: operate, operation; Fall, Fälle."""
    first, second = _folded(word), _folded(other)
    shared = next(
        (i for i, pair in enumerate(zip(first, second, strict=False)) if pair[0] != pair[1]),
        min(len(first), len(second)),
    )
    cuts = range(_SHORTEST, shared + 1)
    return any(first[at:] in _ENDINGS and second[at:] in _ENDINGS for at in cuts)


def _is_light(word: str) -> bool:
    number = word in CARDINALS or word in MONTHS or unit_of(word) is not None
    return (
        number
        or word.isdigit()
        or roman(word.upper()) is not None
        or _LIGHT.fullmatch(word) is not None
    )


@lru_cache(maxsize=50_000)
def _weight(word: str) -> float:
    """What a word weighs: the logarithm of its place in a vocabulary that is sorted by frequency.

    A word that the vocabulary has only in pieces weighs as much as they do together.
    """
    pieces = minilm_tokenizer().encode(word, add_special_tokens=False).ids
    return sum(math.log(max(piece, _COMMONEST) / _COMMONEST) + 1 for piece in pieces) or 1.0


def _by_weight(held: NDArray[np.bool_], weights: NDArray[np.float64]) -> float:
    """Share of the words that are held, by weight; 1 for a claim without any."""
    return float(weights[held].sum() / weights.sum()) if len(weights) else 1.0


def _held(
    words: Sequence[str], text: str, language: Language, theirs: Language
) -> NDArray[np.bool_]:
    stems = content(text, theirs) | content(text, language)
    others = frozenset(word_list(text, _WORD))
    return np.array(
        [
            word in others
            or not content(word, language) - stems
            or _near(word, others)
            or _stands_for(word, others)
            for word in words
        ],
        bool,
    )


def _replaced(
    missing: Sequence[str], claim: str, language: Language, source: Source
) -> Iterator[tuple[str, str]]:
    said = frozenset(word_list(claim, _WORD))
    theirs = [
        place
        for sentence in source.sentences
        for place in _places(sentence, source.language)
        if place[1] not in said and not _is_light(place[1])
    ]
    for before, word, after in _places(claim, language):
        if word in missing:
            others = [o for b, o, a in theirs if (b, a) == (before, after)]
            yield from ((word, other) for other in others[:1])


@lru_cache(maxsize=1024)
def _places(sentence: str, language: Language) -> list[tuple[int, str, int]]:
    """The content words of a sentence, each between the stems before and after; 0 at an end."""
    words = [word for word in word_list(sentence, _PLACED) if content(word, language)]
    stems = [0, *(min(content(word, language)) for word in words), 0]
    return [(stems[at], word, stems[at + 2]) for at, word in enumerate(words)]


@lru_cache(maxsize=4096)
def _near(word: str, theirs: frozenset[str]) -> bool:
    return any(is_form(word, other) or _is_part(word, other) for other in theirs) or _joins(
        word, theirs
    )


def _stands_for(word: str, theirs: Iterable[str]) -> bool:
    groups = [group for group in _SAME if group.fullmatch(word)]
    return any(group.fullmatch(other) for group in groups for other in theirs)


def _is_part(word: str, other: str) -> bool:
    """Whether a word begins or ends a longer one: Krebs, Speiseröhrenkrebs."""
    return len(word) >= _PART and (other.startswith(word) or other.endswith(word))


def _joins(word: str, theirs: Iterable[str]) -> bool:
    starts = [end for end in theirs if len(end) >= _SHORTEST and word.startswith(end)]
    ends = [end for end in theirs if len(end) >= _SHORTEST and word.endswith(end)]
    joint = 2  # letters such as the "s" of "Behandlungsbeginn"
    return any(0 <= len(word) - len(start) - len(end) <= joint for start in starts for end in ends)


def _folded(word: str) -> str:
    plain = word.translate(str.maketrans("äöü", "aou"))
    return plain.removeprefix("ge")
