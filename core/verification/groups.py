"""Whether a claim puts together what the lines keep apart: groups, comparisons, directions."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.quantities.extraction import quantities, sure_quantities
from core.quantities.population import People
from core.quantities.quantity import Quantity, same_number
from core.verification.clauses import JOINT, content, split
from core.verification.columns import of_another_column
from core.verification.comparisons import MARKER, turned_round
from core.verification.exchanged import exchanged
from core.verification.negators import ONLY, is_negated
from core.verification.verdicts import Check, Finding, Weight, worst

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.text.language import Language
    from core.verification.source import Source


def check_groups(claim: str, language: Language, source: Source) -> Finding:
    """Compares which group, side or direction each part of the claim is told of.

    What repeats the lines word for word has mixed up nothing.
    """
    passed = "It tells of each group what the lines tell of it."
    if any(_bare_words(claim) in _bare_words(text) for text in (source.cited, source.wide)):
        return Finding(Check.GROUPS, Weight.NOTHING, passed)
    if message := turned_round(claim, language, source):
        return Finding(Check.GROUPS, Weight.AGAINST, message)
    findings = [*_of_other_people(claim, source), *_mixed_up(claim, language, source)]
    for message in (exchanged(claim, language, source), of_another_column(claim, language, source)):
        if message:
            findings.append((Weight.DOUBT, message))
    return worst(Check.GROUPS, findings, passed)


def _of_other_people(claim: str, source: Source) -> list[tuple[Weight, str]]:
    """That a claim is told of people of another age than the lines, or of some they do not name.

    The age of a single person says nothing: it may be that of a case for which the lines hold.
    What is for adults only is not for children.
    """
    named = People.named(claim)
    lines = "\n".join((source.wide, source.above, source.cited))
    others = all(low < high for low, high in named.ages) and named.is_apart(People.named(lines))
    if others and not (is_negated(claim) and ONLY.search(source.wide)):
        return [(Weight.AGAINST, "It speaks of people of another age than the lines.")]
    theirs = People.of(lines)
    added = [
        word
        for word, is_added in (
            ("people of an age", named.ages and not theirs.ages),
            ("pregnancy or birth", named.pregnant and not theirs.pregnant),
        )
        if is_added
    ]
    return [(Weight.DOUBT, f"It speaks of {word}, the lines do not.") for word in added]


def _bare_words(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))


def _mixed_up(claim: str, language: Language, source: Source) -> list[tuple[Weight, str]]:
    """Whether a number of one group is told of another one.

    Of a number of the claim, the lines hold another value in the part of the sentence that what
    the claim says of it stands in.
    """
    findings: list[tuple[Weight, str]] = []
    for statement in _statements(claim, language):
        asked = sure_quantities(statement, language)
        for number in asked:
            tested = _Told(
                number, asked, content(statement, language), bool(MARKER.search(statement))
            )
            for sentence in source.sentences:
                findings.append(
                    tested.of_another(_groups(sentence, source.language), source.language)
                )
    return [finding for finding in findings if finding[0]]


def _groups(text: str, language: Language) -> list[str]:
    """The parts of a sentence that repeat a kind of number; what repeats none is joined on."""
    starts: list[int] = []
    kinds: list[set[str]] = []
    parts = split(text, JOINT)
    for part in parts:
        own = {_kind(number) for number in sure_quantities(part.text, language)}
        if starts and (not own & kinds[-1] or _listed(text, part.start, language)):
            kinds[-1] |= own
        else:
            starts.append(part.start)
            kinds.append(own)
    return [text[start:end] for start, end in itertools.pairwise([*starts, len(text)])]


def _listed(text: str, start: int, language: Language) -> bool:
    """Whether a part begins with the next number of a list: "a status of 3 or 4"."""
    numbers = sure_quantities(text, language)
    before = [number for number in numbers if number.end <= start]
    here = [number for number in numbers if number.start == start]
    if not before or not here or _kind(before[-1]) != _kind(here[0]):
        return False
    return not content(text[before[-1].end : start], language)


def _kind(number: Quantity) -> str:
    """What a number is one of; years of the calendar are no counts."""
    return "date" if number.calendar else number.dimension


def _statements(claim: str, language: Language) -> list[str]:
    """The parts of a claim that give different numbers of one kind; else the claim as it is."""
    groups = _groups(claim, language)
    kinds = [{_kind(q) for q in sure_quantities(g, language)} for g in groups]
    several = any(kind & other for i, kind in enumerate(kinds) for other in kinds[:i])
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
        homes = [i for i, in_part in enumerate(numbers) if _holds(in_part, self.number)]
        if len(homes) != 1:
            return Weight.NOTHING, ""
        home = homes[0]
        rivals = [
            i for i, in_part in enumerate(numbers) if i != home and _has_rival(in_part, self.number)
        ]
        weights = [self._by_number(numbers[i], numbers[home]) for i in rivals]
        weights += [self._by_words(parts, numbers[i], i, home, language) for i in rivals]
        weight = max(weights, default=Weight.NOTHING)
        where = parts[home].strip()
        message = f"The lines tell “{self.number.text}” of something else: “{where}”."
        return weight, message if weight else ""

    def _by_number(self, there: Sequence[Quantity], home: Sequence[Quantity]) -> Weight:
        """What it says that another number of the claim stands with the rival only.

        It is doubtful if there is nothing in its place beside this one, and nothing if this one
        is a bare number: there are many kinds of those.
        """
        others = [number for number in self.asked if number is not self.number]
        apart = [number for number in others if _holds(there, number) and not _holds(home, number)]
        if any(_has_rival(home, number) for number in apart):
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
        if any(
            _kind(number) == _kind(self.number) and _holds(there, number) for number in self.asked
        ):
            return Weight.NOTHING
        texts = list(parts)
        if rival == 0:
            inner = [q for q in there if not q.loose and _kind(q) == _kind(self.number)]
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
        bare = self.number.unit is None and not self.number.calendar
        return Weight.NOTHING if named or bare else Weight.DOUBT

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


def _holds(numbers: Sequence[Quantity], number: Quantity) -> bool:
    """Whether a number is among others, with no opposite comparison ("over 60", "under 60")."""
    return any(
        same_number(number, other) and number.bound.direction * other.bound.direction >= 0
        for other in numbers
    )


def _has_rival(numbers: Sequence[Quantity], number: Quantity) -> bool:
    alike = [o for o in numbers if not o.loose and _kind(o) == _kind(number)]
    return bool(alike) and not _holds(alike, number)


def _only(stems: Sequence[frozenset[int]], index: int) -> frozenset[int]:
    others = (stems_of_part for i, stems_of_part in enumerate(stems) if i != index)
    return stems[index].difference(*others)
