"""What changed from one edition to another, passage by passage and word by word."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from core.editions.matching import Match, in_order, matched
from core.editions.passages import Passage, PassageKind, passages
from core.editions.words import ComparedWord, same_letters
from core.quantities.extraction import sure_quantities
from core.recommendations import recommendations
from core.spans import Span
from core.text.word_tables import word_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.sir import Sir

_TABLE = word_table(__file__)


class _Edition(NamedTuple):
    """An edition with the words that state how strong recommendations and their evidence are."""

    sir: Sir
    grades: tuple[Span, ...]
    levels: tuple[Span, ...]


class ChangeKind(StrEnum):
    """What became of a passage."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    MOVED = "moved"
    """The same words in another place."""
    RENUMBERED = "renumbered"
    """The same words in the same order of passages, under another number."""


class Danger(StrEnum):
    """What makes a change of words one that a reader must not miss."""

    NUMBER = "number changed"
    NEGATION = "negation changed"
    STRENGTH = "strength changed"
    """A word of strength, or the grade of a recommendation."""
    EVIDENCE = "level of evidence changed"


@dataclass(frozen=True, slots=True)
class Side:
    """A passage in one of the editions: its number, its place, and which of its words differ."""

    number: str
    spans: tuple[Span, ...]
    changed: tuple[Span, ...]
    section: int


@dataclass(frozen=True, slots=True)
class Change:
    """One difference; `old` or `new` is None where only the other edition has the passage."""

    kind: ChangeKind
    passage: PassageKind
    old: Side | None
    new: Side | None
    moved: bool = False
    dangers: tuple[Danger, ...] = ()

    @property
    def renumbered(self) -> bool:
        """Whether both sides have numbers, and other ones."""
        if not (self.old and self.new and self.old.number and self.new.number):
            return False
        return self.old.number != self.new.number


@dataclass(frozen=True, slots=True)
class EditionDifference:
    """All changes in the order of the new edition, what was removed where it stood.

    `passages` counts what was compared in the old and the new edition.
    """

    changes: tuple[Change, ...]
    passages: tuple[int, int]


def difference(old: Sir, new: Sir) -> EditionDifference:
    """What changed from the old edition to the new one; nothing where their texts are the same."""
    one, other = passages(old), passages(new)
    editions = _edition(old), _edition(new)
    matches = _in_new_order(matched(one, other))
    steady = in_order([match for match in matches if not _apart(match, one, other)])
    changes = [
        change
        for match in matches
        if (
            change := _change(
                match,
                one,
                other,
                editions,
                moved=match not in steady and not _apart(match, one, other),
            )
        )
    ]
    return EditionDifference(tuple(changes), (len(one), len(other)))


def _edition(sir: Sir) -> _Edition:
    every = recommendations(sir)
    grades = (span for each in every if each.grade for span in each.grade.stated.spans)
    levels = (span for each in every if each.evidence_level for span in each.evidence_level.spans)
    return _Edition(sir, tuple(grades), tuple(levels))


def _apart(match: Match, old: Sequence[Passage], new: Sequence[Passage]) -> bool:
    """Whether the place of a passage is chosen by the room on the page, not by its authors."""
    sides = [*(old[at] for at in match.old), *(new[at] for at in match.new)]
    return any(passage.kind is PassageKind.APART for passage in sides)


def _in_new_order(matches: Iterable[Match]) -> list[Match]:
    """Matches by their place in the new edition; what was removed behind what stood before it."""
    by_old = sorted((match for match in matches if match.old), key=lambda match: match.old)
    places: dict[Match, tuple[float, int]] = {}
    last = -1
    for order, match in enumerate(by_old):
        if match.new:
            last = match.new[-1]
        else:
            places[match] = (last + 0.5, order)
    return sorted(matches, key=lambda match: (match.new[0], 0) if match.new else places[match])


def _change(
    match: Match,
    old: Sequence[Passage],
    new: Sequence[Passage],
    editions: tuple[_Edition, _Edition],
    *,
    moved: bool,
) -> Change | None:
    """The change of a match; None where nothing changed."""
    before, after = [old[at] for at in match.old], [new[at] for at in match.new]
    kind = (after or before)[0].kind
    if not (before and after):
        gone = ChangeKind.REMOVED if before else ChangeKind.ADDED
        return Change(gone, kind, _whole(before), _whole(after))
    edits = [] if _read_otherwise(before, after) else _edits(before, after)
    lost, gained = ([word for edit in edits for word in edit[side]] for side in (0, 1))
    sides = _side(before, lost), _side(after, gained)
    if edits:
        dangers = _dangers(editions, lost, gained)
        return Change(ChangeKind.CHANGED, kind, *sides, moved, dangers)
    change = Change(ChangeKind.MOVED, kind, *sides, moved)
    if moved:
        return change
    if change.renumbered and kind is not PassageKind.APART:
        return Change(ChangeKind.RENUMBERED, kind, *sides)
    return None


_Edit = tuple[list["ComparedWord"], list["ComparedWord"]]


def _edits(old: Sequence[Passage], new: Sequence[Passage]) -> list[_Edit]:
    """Words of the old side with those in their place; either may be none.

    Numbers of passages are compared as well, since what is one paragraph in an edition may be two
    in the other; that they are other ones is no change of words.
    """
    one, other = ([w for p in side for w in (*p.label, *p.words)] for side in (old, new))
    labels = {word for passage in (*old, *new) for word in passage.label}
    matcher = SequenceMatcher(None, [w.key for w in one], [w.key for w in other], autojunk=False)
    edits = [
        tuple([word for word in side if word not in labels] for side in (one[a:b], other[c:d]))
        for tag, a, b, c, d in matcher.get_opcodes()
        if tag != "equal" and not same_letters(one[a:b], other[c:d])
    ]
    return [(lost, gained) for lost, gained in edits if lost or gained]


def _read_otherwise(old: Sequence[Passage], new: Sequence[Passage]) -> bool:
    """Whether the same words are cells of a table in one edition only: then their order says
    how a page was read, not what is written on it."""
    cells = [any(p.kind is PassageKind.TABLE_ROW for p in side) for side in (old, new)]
    words = [sorted(w.key for p in side for w in (*p.label, *p.words)) for side in (old, new)]
    return cells[0] is not cells[1] and words[0] == words[1]


def _whole(side: Sequence[Passage]) -> Side | None:
    return _side(side, [word for passage in side for word in passage.words]) if side else None


def _side(side: Sequence[Passage], changed: Sequence[ComparedWord]) -> Side:
    spans = tuple(span for passage in side for span in passage.spans)
    return Side(side[0].number, spans, _runs(changed, side), side[0].section)


def _runs(changed: Sequence[ComparedWord], side: Sequence[Passage]) -> tuple[Span, ...]:
    """Spans of changed words; neighbours among the words of the passage become one."""
    order = {word.span: at for at, word in enumerate(w for p in side for w in (*p.label, *p.words))}
    places = sorted((order[word.span], word.span) for word in changed)
    runs = groupby(enumerate(places), lambda item: (item[1][0] - item[0], item[1][1].node))
    spans = ([span for _, (_, span) in run] for _, run in runs)
    return tuple(Span(run[0].node, run[0].start, run[-1].end) for run in spans)


def _dangers(
    editions: tuple[_Edition, _Edition],
    lost: Sequence[ComparedWord],
    gained: Sequence[ComparedWord],
) -> tuple[Danger, ...]:
    words = {word.key for word in (*lost, *gained)}
    sides = list(zip(editions, (lost, gained), strict=True))
    dangers = {
        Danger.NUMBER: any(_in_number(edition.sir, side) for edition, side in sides),
        Danger.NEGATION: not words.isdisjoint(_TABLE["negation"]),
        Danger.STRENGTH: not words.isdisjoint(_TABLE["strength"])
        or any(_touches(side, edition.grades) for edition, side in sides),
        Danger.EVIDENCE: any(_touches(side, edition.levels) for edition, side in sides),
    }
    return tuple(danger for danger, changed in dangers.items() if changed)


def _touches(words: Sequence[ComparedWord], spans: Sequence[Span]) -> bool:
    return any(
        word.span.node == span.node and word.span.start < span.end and span.start < word.span.end
        for word in words
        for span in spans
    )


def _in_number(sir: Sir, words: Sequence[ComparedWord]) -> bool:
    for node in {word.span.node for word in words}:
        numbers = sure_quantities(sir.nodes[node].text, sir.language)
        for word in words:
            if word.span.node == node and any(
                number.start < word.span.end and word.span.start < number.end for number in numbers
            ):
                return True
    return any(any(character.isdigit() for character in word.key) for word in words)
