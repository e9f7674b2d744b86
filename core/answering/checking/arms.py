"""Whether a claim puts together what the lines keep apart: groups, comparisons, directions."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.answering.checking.clauses import CONTRAST, JOINT, content, share, split
from core.answering.checking.judgement import Weight
from core.answering.checking.numbers import same_number
from core.answering.checking.quantities import quantities

if TYPE_CHECKING:
    from collections.abc import Sequence

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
_MOVE = re.compile(r"\b(?:from|von)\s+([^,.;]{2,40}?)\s+(?:to|auf|zu)\s+(\S+)", re.IGNORECASE)
_FIRST, _LAST = 1900, 2100
_ABOUT = 0.5
"""Share of a claim's words in the clause that it is taken to be about."""
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


def swapped(claim: str, language: Language, source: Source) -> tuple[Weight, str]:
    """What the claim has mixed up, and how much that says against it; nothing without words.

    What repeats the lines word for word has mixed up nothing.
    """
    if any(_letters(claim) in _letters(text) for text in (source.cited, source.wide)):
        return Weight.NOTHING, ""
    turned = _turned(claim, language, source) or _moved(claim, language, source)
    opposite = _opposite(claim, language, source)
    if turned and not opposite:
        return Weight.AGAINST, "The claim compares the other way round than the lines."
    if opposite and not turned:
        return Weight.AGAINST, opposite
    return _mixed(claim, language, source)


def _letters(text: str) -> str:
    """The words of a text, without what stands between them."""
    return " ".join(re.findall(r"\w+", text.lower()))


def _turned(claim: str, language: Language, source: Source) -> bool:
    """Whether what stands before "than" in the claim stands behind it in the lines."""
    ours = _sides(claim, language)
    if ours is None or not ours[0]:
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
        if right and not quantities(after[:stop], language):
            return left - right, right - left
    return None


def _opposite(claim: str, language: Language, source: Source) -> str:
    """Whether a word of the claim is the opposite of one in the clause that it is about."""
    words = content(claim, language)
    clauses = [part.text for text in source.sentences for part in split(text, CONTRAST)]
    best = max(clauses, key=lambda text: share(words, content(text, source.language)), default="")
    if share(words, content(best, source.language)) < _ABOUT:
        return ""
    for pair in _PAIRS:
        for one, other in (pair, pair[::-1]):
            said, held = one.search(claim), other.search(best)
            if said and held and not other.search(claim) and not one.search(best):
                return f"The claim says “{said.group()}”, the lines say “{held.group()}”."
    return ""


def _moved(claim: str, language: Language, source: Source) -> bool:
    """Whether "from A to B" has become "from B to A"."""
    ours, theirs = _moves(claim, language), _moves(source.wide, source.language)
    return any(
        one & after and other & before and not one & before
        for one, other in ours
        for before, after in theirs
    )


def _moves(text: str, language: Language) -> list[tuple[frozenset[int], frozenset[int]]]:
    return [
        (content(found[1], language), content(found[2], language)) for found in _MOVE.finditer(text)
    ]


def _mixed(claim: str, language: Language, source: Source) -> tuple[Weight, str]:
    """Whether a number of one group is told of another one.

    Of a number of the claim, the lines hold another value in the part of the sentence that what
    the claim says of it stands in.
    """
    found = [(Weight.NOTHING, "")]
    for said in _statements(claim, language):
        asked = [one for one in quantities(said, language) if not one.loose]
        for one in asked:
            told = _Told(one, asked, content(said, language), bool(_MARKER.search(said)))
            for sentence in source.sentences:
                found.append(told.of_another(_groups(sentence, source.language), source.language))
            weight, words = told.of_another(source.sentences, source.language)
            found.append((min(weight, Weight.DOUBT), words))
    return max(found, key=lambda one: one[0])


def _groups(text: str, language: Language) -> list[str]:
    """The parts of a sentence that repeat a kind of number; what repeats none is joined on."""
    starts: list[int] = []
    kinds: list[set[str]] = []
    parts = split(text, JOINT)
    for part in parts:
        own = {_kind(one) for one in quantities(part.text, language) if not one.loose}
        if starts and (not own & kinds[-1] or _listed(text, part.start, language)):
            kinds[-1] |= own
        else:
            starts.append(part.start)
            kinds.append(own)
    return [text[start:end] for start, end in itertools.pairwise([*starts, len(text)])]


def _listed(text: str, start: int, language: Language) -> bool:
    """Whether a part begins with the next number of a list: "a status of 3 or 4"."""
    found = [one for one in quantities(text, language) if not one.loose]
    before = [one for one in found if one.end <= start]
    here = [one for one in found if one.start == start]
    if not before or not here or _kind(before[-1]) != _kind(here[0]):
        return False
    return not content(text[before[-1].end : start], language)


def _kind(one: Quantity) -> str:
    """What a number is one of; years of the calendar are no counts."""
    year = one.unit is None and any(_FIRST <= value < _LAST for value in one.values)
    return "year of the calendar" if year else one.dimension


def _statements(claim: str, language: Language) -> list[str]:
    """The parts of a claim that give different numbers of one kind; else the claim as it is."""
    groups = _groups(claim, language)
    kinds = [{_kind(q) for q in quantities(g, language) if not q.loose} for g in groups]
    several = any(one & other for i, one in enumerate(kinds) for other in kinds[:i])
    return groups if several else [claim]


@dataclass(frozen=True)
class _Told:
    """A number of a statement, with the other numbers and the words that it comes with.

    `compares` says that the statement speaks of two things.
    """

    number: Quantity
    asked: Sequence[Quantity]
    words: frozenset[int]
    compares: bool

    def of_another(self, parts: Sequence[str], language: Language) -> tuple[Weight, str]:
        """Whether the lines, in these parts, tell the number of something else."""
        numbers = [quantities(part, language) for part in parts]
        homes = [i for i, found in enumerate(numbers) if _holds(found, self.number)]
        if len(homes) != 1:
            return Weight.NOTHING, ""
        home = homes[0]
        rivals = [
            i for i, found in enumerate(numbers) if i != home and _has_rival(found, self.number)
        ]
        weights = [self._by_number(numbers[i], numbers[home]) for i in rivals]
        weights += [self._by_words(parts, numbers[i], i, home, language) for i in rivals]
        weight = max(weights, default=Weight.NOTHING)
        where = parts[home].strip()
        said = f"The lines tell “{self.number.text}” of something else: “{where}”."
        return weight, said if weight else ""

    def _by_number(self, there: Sequence[Quantity], home: Sequence[Quantity]) -> Weight:
        """What it says that another number of the claim stands with the rival only.

        It is doubtful if there is nothing in its place beside this one, and nothing if this one
        is a bare number: there are many kinds of those.
        """
        others = [one for one in self.asked if one is not self.number]
        apart = [one for one in others if _holds(there, one) and not _holds(home, one)]
        if any(_has_rival(home, one) for one in apart):
            return Weight.AGAINST
        return Weight.DOUBT if apart and self.number.unit else Weight.NOTHING

    def _by_words(
        self,
        parts: Sequence[str],
        there: Sequence[Quantity],
        rival: int,
        home: int,
        language: Language,
    ) -> Weight:
        """What it says that a word of the claim stands with the rival, and not with the number.

        What the first part says before its number is said of all of them. With words of the part
        of the number as well, it is doubtful, or nothing if they say what that part is about.
        """
        if any(_kind(one) == _kind(self.number) and _holds(there, one) for one in self.asked):
            return Weight.NOTHING
        texts = list(parts)
        if rival == 0:
            inner = [q for q in there if q.dimension == self.number.dimension]
            texts[0] = texts[0][inner[0].end :]
        figures = content(" ".join(re.findall(r"\d+", "\n".join(parts))), language)
        figures |= content(self.number.text, language)
        theirs = self.words & _only([content(text, language) for text in texts], rival) - figures
        alone = _only([content(part, language) for part in parts], home) - figures
        own = self.words & alone
        if not theirs:
            return Weight.NOTHING
        if not own:
            return Weight.AGAINST
        named = self._named(parts[home], alone, home, language)
        return Weight.NOTHING if named or not self.number.unit else Weight.DOUBT

    def _named(self, part: str, alone: frozenset[int], home: int, language: Language) -> bool:
        """Whether the claim has the words that say what the number is of.

        `alone` are those that only the part of the number has. They stand before the number, or
        all of them behind it; in the first part, where others share what stands before, some
        stand behind it, or the claim compares two things.
        """
        place = next(q for q in quantities(part, language) if _holds([q], self.number))
        subject = content(part[: place.start], language) - content(place.text, language)
        if home:
            return bool(self.words & alone & subject) if subject else alone <= self.words
        behind = self.words & alone & content(part[place.end :], language)
        return subject <= self.words and (self.compares or bool(behind))


def _holds(found: Sequence[Quantity], one: Quantity) -> bool:
    """Whether a number is among others, with no opposite comparison ("over 60", "under 60")."""
    return any(
        same_number(one, other) and one.bound.direction * other.bound.direction >= 0
        for other in found
    )


def _has_rival(found: Sequence[Quantity], one: Quantity) -> bool:
    """Whether there is another number of the same kind, and not this one."""
    alike = [o for o in found if not o.loose and _kind(o) == _kind(one)]
    return bool(alike) and not _holds(alike, one)


def _only(stems: Sequence[frozenset[int]], index: int) -> frozenset[int]:
    """The stems that no other part has."""
    others = (held for i, held in enumerate(stems) if i != index)
    return stems[index].difference(*others)
