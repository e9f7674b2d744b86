"""Whether a claim puts together what the lines keep apart: groups, comparisons, directions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.answering.checking.clauses import JOINT, content, share, split
from core.answering.checking.numbers import same_number
from core.answering.checking.quantities import quantities

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.answering.checking.clauses import Part
    from core.answering.checking.quantities import Quantity
    from core.answering.checking.source import Source
    from core.indexing.bm25 import Language

_MARKER = re.compile(
    r"\b(?:than|superior\s+to|inferior\s+to|compared\s+(?:with|to)|versus|vs\.?|rather\s+than"
    r"|instead\s+of|als|gegenüber|im\s+vergleich\s+(?:mit|zu|zur|zum)|statt|anstelle\s+von)\b",
    re.IGNORECASE,
)
_END = re.compile(
    r"[,;.]|\b(?:and|und|but|aber|in|bei|for|für|when|wenn|from|von)\b", re.IGNORECASE
)
_OPPOSITES = [
    ("higher|höher\\w*", "lower|niedriger\\w*"),
    ("longer|länger\\w*", "shorter|kürzer\\w*"),
    ("more|mehr", "less|fewer|weniger"),
    ("better|besser\\w*", "worse|schlechter\\w*"),
    ("superior|überlegen", "inferior|unterlegen"),
    ("larger|greater|größer\\w*", "smaller|kleiner\\w*"),
    ("earlier|früher", "later|später"),
    (
        "increas\\w*|rises?|rose|risen|raises?|raised|prolong\\w*|steig\\w*|stieg\\w*|erhöh\\w*"
        "|verlänger\\w*",
        "decreas\\w*|reduc\\w*|falls?|fell|fallen|lowers?|lowered|shortens?|shortened|sink\\w*"
        "|sank\\w*|gesunken|fiel\\w*|senk\\w*|verkürz\\w*",
    ),
    ("improv\\w*|verbesser\\w*", "worsen\\w*|verschlechter\\w*"),
    ("before|prior|vor", "after|following|nach"),
    ("above|oberhalb", "below|unterhalb"),
    ("allow\\w*|permit\\w*|erlaub\\w*|zulässig", "forbid\\w*|forbidden|prohibit\\w*|verboten"),
    ("start\\w*|begin\\w*|beginn\\w*", "stop\\w*|discontinu\\w*|beend\\w*|abgesetzt"),
    ("minimum|mindestens", "maximum|höchstens"),
    ("left|links|linke\\w*", "right|rechts|rechte\\w*"),
    ("men|männer\\w*", "women|frauen"),
]
_PAIRS = [
    tuple(re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for words in pair) for pair in _OPPOSITES
]


def swapped(claim: str, language: Language, source: Source) -> str:
    """What the claim has mixed up, in words; empty if nothing is seen."""
    turned = _turned(claim, language, source)
    opposite = _opposite(claim, language, source)
    if turned and not opposite:
        return "The claim compares the other way round than the lines."
    if opposite and not turned:
        return opposite
    return _mixed(claim, language, source)


def _turned(claim: str, language: Language, source: Source) -> bool:
    """Whether what stands before "than" in the claim stands behind it in the lines."""
    ours = _sides(claim, language)
    if ours is None:
        return False
    for sentence in source.sentences:
        theirs = _sides(sentence, source.language)
        if theirs is None:
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
    """The stems that only one of the two sides of a comparison has."""
    for found in _MARKER.finditer(text):
        after = text[found.end() :]
        if re.match(r"\s*\d", after):
            continue  # "more than 5"
        stop = next(
            (m.start() for m in _END.finditer(after) if content(after[: m.start()], language)), None
        )
        before = re.split(r"[;.]\s", text[: found.start()])[-1]
        left = content(before, language)
        right = content(after[:stop], language)
        if left and right and not quantities(after[:stop], language):
            return left - right, right - left
    return None


def _opposite(claim: str, language: Language, source: Source) -> str:
    """Whether a word of the claim is the opposite of one in the lines about the same."""
    for pair in _PAIRS:
        for one, other in (pair, pair[::-1]):
            said = one.search(claim)
            if said is None or other.search(claim) or one.search(source.wide):
                continue
            for sentence in source.sentences:
                held = other.search(sentence)
                words = content(claim, language)
                if held and share(words, content(sentence, source.language)) >= 0.5:
                    return f"The claim says “{said.group()}”, the lines say “{held.group()}”."
    return ""


def _mixed(claim: str, language: Language, source: Source) -> str:
    """Whether a number of one group is told of another one.

    Of a number of the claim, the lines hold another value in the part of the sentence that what
    the claim says of it stands in.
    """
    for said in split(claim, JOINT):
        asked = [one for one in quantities(said.text, language) if not one.loose]
        words = content(said.text, language)
        for sentence in source.sentences:
            parts = split(sentence, JOINT)
            if len(parts) > 1 and (told := _mixed_in(asked, words, parts, source.language)):
                return told
    return ""


def _mixed_in(
    asked: Sequence[Quantity], words: frozenset[int], parts: Sequence[Part], language: Language
) -> str:
    numbers = [quantities(part.text, language) for part in parts]
    for one in asked:
        homes = [i for i, found in enumerate(numbers) if _holds(found, one)]
        if len(homes) != 1:
            continue
        home = homes[0]
        rivals = {i for i, found in enumerate(numbers) if i != home and _has_rival(found, one)}
        for i in rivals:
            if _number_of(asked, one, numbers[i], numbers[home]) or _word_of(
                words, parts, i, home, one, language
            ):
                return (
                    f"The lines tell “{one.text}” of something else: “{parts[home].text.strip()}”."
                )
    return ""


def _holds(found: Sequence[Quantity], one: Quantity) -> bool:
    return any(same_number(one, other) for other in found)


def _has_rival(found: Sequence[Quantity], one: Quantity) -> bool:
    """Whether there is another number of the same kind, and not this one."""
    alike = [o for o in found if not o.loose and o.dimension == one.dimension]
    return bool(alike) and not _holds(alike, one)


def _number_of(
    asked: Sequence[Quantity],
    one: Quantity,
    there: Sequence[Quantity],
    home: Sequence[Quantity],
) -> bool:
    """Whether another number of the claim stands with the rival, and not with this one."""
    others = [other for other in asked if other is not one]
    return any(
        _holds(there, other) and not _holds(home, other) and _has_rival(home, other)
        for other in others
    )


def _word_of(
    words: frozenset[int],
    parts: Sequence[Part],
    rival: int,
    home: int,
    one: Quantity,
    language: Language,
) -> bool:
    """Whether a word of the claim stands only with the rival, and none only with the number.

    What the first part says before its number is said of all of them.
    """
    texts = [part.text for part in parts]
    if rival == 0:
        inner = [q for q in quantities(texts[0], language) if q.dimension == one.dimension]
        texts[0] = texts[0][inner[0].end :] if inner else texts[0]
    stems = [content(text, language) for text in texts]
    everywhere = [
        frozenset[int]().union(*(s for k, s in enumerate(stems) if k != i))
        for i in range(len(stems))
    ]
    own = words & (stems[home] - everywhere[home])
    theirs = words & (stems[rival] - everywhere[rival])
    numbers = content(one.text, language)
    return bool(theirs - numbers) and not own - numbers
