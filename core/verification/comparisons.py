"""Whether a comparison or a direction of the lines is turned round by a claim."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.quantities.extraction import sure_quantities
from core.quantities.measurement_units import PERIODS, unit_of
from core.text.word_tables import whole_words, word_table
from core.verification.clauses import CONTRAST, content, share, split

if TYPE_CHECKING:
    from core.quantities.measurement_units import Unit
    from core.text.language import Language
    from core.verification.source import Source

_LISTS = word_table(__file__)
MARKER = whole_words(_LISTS["marker"])
"""Stands between two things that are compared."""
_END = re.compile(
    r"[,;.]|\b(?:and|und|but|aber|in|bei|for|für|when|wenn|from|von)\b", re.IGNORECASE
)
_CHANGE = re.compile(
    r"(?<!\d )\b(?:(?P<by>by|um)|to|auf)\s+(?:(?:about|another|etwa|weitere)\s+)?"
    r"(?P<number>\d+(?:[.,]\d+)*)\s*(?P<unit>%|[^\W\d_]+)",
    re.IGNORECASE,
)
"""By how much something changes, or to what; 5 to 10 mg is a range."""
_ABOUT = 0.5
"""Share of a claim's words in a clause or sentence that it is taken to be about."""
_LESS = 0.2
"""How much smaller that share may be than in the nearest clause, for it to be about both."""
_OPPOSITES = [tuple(whole_words([words]) for words in pair) for pair in _LISTS["opposites"]]


def turned_round(claim: str, language: Language, source: Source) -> str:
    """What the claim turns round, in words; empty if nothing is seen.

    "A is longer than B" and "B is shorter than A" say the same.
    """
    turned = _turned(claim, language, source)
    opposite = _opposite(claim, language, source) or _by_or_to(claim, source)
    if turned and not opposite:
        return "The claim compares the other way round than the lines."
    return "" if turned else opposite


def _turned(claim: str, language: Language, source: Source) -> bool:
    """Whether what stands before "than" in the claim stands behind it in the lines."""
    ours = _sides(claim, language)
    if ours is None or not ours[0]:
        return False
    words = content(claim, language)
    for sentence in source.sentences:
        theirs = _sides(sentence, source.language)
        if theirs is None or share(words, content(sentence, source.language)) < _ABOUT:
            continue
        crossed = ours[0] & theirs[1], ours[1] & theirs[0]
        straight = ours[0] & theirs[0], ours[1] & theirs[1]
        if crossed[0] and not straight[1] and (crossed[1] or _alone(ours[1], theirs)):
            return True
    return False


def _alone(words: frozenset[int], sides: tuple[frozenset[int], frozenset[int]]) -> bool:
    """Whether the sentence has no word of these: it may speak of them as "it"."""
    return not words & (sides[0] | sides[1])


def _sides(text: str, language: Language) -> tuple[frozenset[int], frozenset[int]] | None:
    for match in MARKER.finditer(text):
        after = text[match.end() :]
        if re.match(r"\s*\d", after):
            continue  # "more than 5"
        stop = next(
            (m.start() for m in _END.finditer(after) if content(after[: m.start()], language)), None
        )
        before = re.split(r"[;.]\s", text[: match.start()])[-1]
        left = content(before, language)
        right = content(after[:stop], language)
        if right and not sure_quantities(after[:stop], language):
            return left - right, right - left
    return None


def _opposite(claim: str, language: Language, source: Source) -> str:
    words = content(claim, language)
    clauses = [part.text for text in source.sentences for part in split(text, CONTRAST)]
    shares = [share(words, content(text, source.language)) for text in clauses]
    enough = max(_ABOUT, max(shares, default=0.0) - _LESS)
    about = "\n".join(text for text, part in zip(clauses, shares, strict=True) if part >= enough)
    for pair in _OPPOSITES:
        for word, opposite in (pair, pair[::-1]):
            in_claim, in_lines = word.search(claim), opposite.search(about)
            if in_claim and in_lines and not (opposite.search(claim) or word.search(about)):
                return f"The claim says “{in_claim.group()}”, the lines say “{in_lines.group()}”."
    return ""


def _by_or_to(claim: str, source: Source) -> str:
    """What is said if something changes by as much in a claim as it changes to in the lines."""
    ours, theirs = _changes(claim), _changes(source.wide)
    for amount in ours.keys() & theirs.keys():
        if not ours[amount].keys() & theirs[amount].keys():
            claimed, told = (next(iter(texts.values())) for texts in (ours[amount], theirs[amount]))
            return f"The claim says “{claimed}”, the lines say “{told}”."
    return ""


def _changes(text: str) -> dict[tuple[str, Unit], dict[bool, str]]:
    """The amounts that something changes by (true) or to, in words; "by 12 weeks" is a time."""
    changes: dict[tuple[str, Unit], dict[bool, str]] = {}
    for match in _CHANGE.finditer(text):
        unit = unit_of(match["unit"])
        if unit and unit.dimension not in PERIODS:
            changes.setdefault((match["number"], unit), {})[bool(match["by"])] = match.group()
    return changes
