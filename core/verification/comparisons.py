"""Whether a comparison or a direction of the lines is turned round by a claim."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.quantities.extraction import sure_quantities
from core.text.word_tables import whole_words, word_table
from core.verification.clauses import CONTRAST, content, share, split

if TYPE_CHECKING:
    from core.text.language import Language
    from core.verification.source import Source

_LISTS = word_table(__file__)
MARKER = whole_words(_LISTS["marker"])
"""Stands between two things that are compared."""
_END = re.compile(
    r"[,;.]|\b(?:and|und|but|aber|in|bei|for|für|when|wenn|from|von)\b", re.IGNORECASE
)
_MOVE = re.compile(r"\b(?:from|von)\s+([^,.;]{2,40}?)\s+(?:to|auf|zu)\s+(\S+)", re.IGNORECASE)
_BY = re.compile(
    r"\b(?:(?P<by>by|um)|(?P<to>to|auf))\s+(?:about\s+|etwa\s+)?(?P<number>\d[\d.,]*)",
    re.IGNORECASE,
)
_ABOUT = 0.5
"""Share of a claim's words in a clause or sentence that it is taken to be about."""
_LESS = 0.2
"""How much smaller that share may be than in the nearest clause, for it to be about both."""
_NEXT_WORD = re.compile(r"[\s-]+([^\W\d_]+)")
_WAYS, _OPPOSITES = (
    [tuple(whole_words([words]) for words in pair) for pair in pairs]
    for pairs in (_LISTS["ways"], [*_LISTS["opposites"], *_LISTS["ways"]])
)
"""Ways in which a medicine is given, and all words with their opposites."""
_ANY_MEDICINE = whole_words(_LISTS["any_medicine"])


def turned_round(claim: str, language: Language, source: Source) -> str:
    """What the claim turns round, in words; empty if nothing is seen.

    "A is longer than B" and "B is shorter than A" say the same.
    """
    turned = _turned(claim, language, source) or _moved(claim, language, source)
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
            if not in_claim or not in_lines or opposite.search(claim):
                continue
            tied = pair in _WAYS and _is_of_another(claim, about, word, opposite, language)
            if tied or not word.search(about):
                return f"The claim says “{in_claim.group()}”, the lines say “{in_lines.group()}”."
    return ""


def _is_of_another(
    claim: str, about: str, word: re.Pattern[str], opposite: re.Pattern[str], language: Language
) -> bool:
    """Whether lines with both words say the opposite one of what the claim says its word of.

    "Oral fluids" do not bear out "oral calverine" where the lines say "intravenous calverine".
    """
    ours = frozenset[int]().union(*_behind(word, claim, language))
    theirs = _behind(word, about, language)
    apart = all(stems and not stems & ours for stems in theirs)
    return apart and any(stems & ours for stems in _behind(opposite, about, language))


def _behind(words: re.Pattern[str], text: str, language: Language) -> list[frozenset[int]]:
    """The stem of the word right behind each of the words.

    Empty for none, a small word or one for any medicine: "a change to oral treatment".
    """
    behind = [_NEXT_WORD.match(text, match.end()) for match in words.finditer(text)]
    nouns = [match[1] if match else "" for match in behind]
    return [content("" if _ANY_MEDICINE.fullmatch(noun) else noun, language) for noun in nouns]


def _by_or_to(claim: str, source: Source) -> str:
    """Whether a claim says by how much something changed where the lines say to what."""
    ours, theirs = _changes(claim), _changes(source.wide)
    for number in ours.keys() & theirs.keys():
        if not ours[number] & theirs[number]:
            claim_word, source_word = min(ours[number]), min(theirs[number])
            return (
                f"The claim says “{claim_word} {number}”, the lines say “{source_word} {number}”."
            )
    return ""


def _changes(text: str) -> dict[str, set[str]]:
    """Numbers that something changed by or to; those with both words before them have both."""
    changes: dict[str, set[str]] = {}
    for match in _BY.finditer(text):
        changes.setdefault(match["number"].rstrip(".,"), set()).add("by" if match["by"] else "to")
    return changes


def _moved(claim: str, language: Language, source: Source) -> bool:
    """Whether "from A to B" has become "from B to A"."""
    ours, theirs = _moves(claim, language), _moves(source.wide, source.language)
    return any(
        own_before & after and own_after & before and not own_before & before
        for own_before, own_after in ours
        for before, after in theirs
    )


def _moves(text: str, language: Language) -> list[tuple[frozenset[int], frozenset[int]]]:
    return [
        (content(match[1], language), content(match[2], language)) for match in _MOVE.finditer(text)
    ]
