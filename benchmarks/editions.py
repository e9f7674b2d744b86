"""Whether the differences of editions are found: 60 planted changes, and copies without any.

The rules were made with the samples and with a first drawing of changes in `ng243` (seed 7); what
is judged is drawn anew, by other seeds. Copies are set in another size, so that lines and pages
break elsewhere; the text of `ng243` is set anew, its tables as paragraphs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.empty_workbench import empty_workbench
from benchmarks.figure import Figure
from benchmarks.planted_editions import Guideline, Planted, changed, english, german, retypeset
from core.editions.difference import Change, ChangeKind, Danger, Side, difference
from core.spans import text_of
from core.text.words import word_list

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from core.sir import Sir
    from core.workbench import Workbench

_COUNTS = {
    "added": 4,
    "removed": 3,
    "moved": 3,
    "words": 4,
    "number": 4,
    "negation": 2,
    "renumbered": 2,
}
_SEEDS = (1, 2, 3)
_TARGET = 0.97
_KINDS = {
    "added": ChangeKind.ADDED,
    "extra": ChangeKind.ADDED,
    "removed": ChangeKind.REMOVED,
    "moved": ChangeKind.MOVED,
    "renumbered": ChangeKind.RENUMBERED,
}
_DANGERS = {"number": Danger.NUMBER, "negation": Danger.NEGATION}


@dataclass(frozen=True)
class _Scores:
    planted: int
    found: int
    other: int
    """Changes in changed copies that nobody planted."""
    unchanged: int
    """Changes in copies without any."""


def run(data: Path | None) -> list[Figure]:
    """Share of planted changes that are found, and differences that are none."""
    with empty_workbench() as bench:
        scores = [_scores(bench, english(), _SEEDS[0]), _scores(bench, german(), _SEEDS[1])]
        if data:
            original = _tree(bench, (data / "nice_ng243" / "ng243.pdf").read_bytes())
            scores.append(_scores(bench, retypeset(original), _SEEDS[2]))
    planted, found, other, unchanged = (
        sum(getattr(score, name) for score in scores)
        for name in ("planted", "found", "other", "unchanged")
    )
    names = "the two sample guidelines" + (" and ng243" if data else "")
    return [
        Figure(
            "edition differences: planted changes found",
            f"{planted} changes in copies of {names}, set anew",
            found / planted,
            "",
            target=_TARGET,
        ),
        Figure(
            "edition differences: false ones in unchanged copies",
            f"copies of {names} in another size, with other lines and pages",
            unchanged,
            "changes",
            target=0,
            at_most=True,
        ),
        Figure(
            "edition differences: false ones in changed copies",
            f"beside {planted} planted ones",
            other,
            "changes",
        ),
    ]


def _tree(bench: Workbench, pdf: bytes) -> Sir:
    record = bench.documents.add(pdf, "guideline.pdf", by_model=False)
    return bench.documents.sir(record.sha)


def _scores(bench: Workbench, guideline: Guideline, seed: int) -> _Scores:
    counts = dict(_COUNTS)
    if not any(getattr(block, "numbered", False) for block in guideline.body[1:]):
        counts.pop("renumbered")  # its numbers are words of its headings
    copy, planted = changed(guideline, counts, seed)
    old = _tree(bench, guideline.pdf())
    same, new = (_tree(bench, each.pdf(larger=True)) for each in (guideline, copy))
    changes = difference(old, new).changes
    unplanted = [each for each in changes if not _explained(each, planted, old, new)]
    judged = [each for each in planted if each.kind != "extra"]
    hits = [_is_found(each, changes, old, new) for each in judged]
    return _Scores(len(judged), sum(hits), len(unplanted), len(difference(old, same).changes))


def _is_found(planted: Planted, changes: Iterable[Change], old: Sir, new: Sir) -> bool:
    return any(_fits(planted, change, old, new) for change in changes)


def _fits(planted: Planted, change: Change, old: Sir, new: Sir) -> bool:
    """Whether a change is the planted one: its passage, its kind, and exactly its words."""
    side, sir = (change.new, new) if planted.kind in ("added", "extra") else (change.old, old)
    if side is None or not _holds(sir, side, planted.passage):
        return False
    if planted.kind in _KINDS:
        return change.kind is _KINDS[planted.kind]
    danger = _DANGERS.get(planted.kind)
    return (
        change.kind is ChangeKind.CHANGED
        and (danger is None or danger in change.dangers)
        and _words(old, change.old) == word_list(planted.before)
        and _words(new, change.new) == word_list(planted.after)
    )


def _explained(change: Change, planted: Sequence[Planted], old: Sir, new: Sir) -> bool:
    """Whether a change was planted, or follows from one: a number after others came or went."""
    if change.kind is ChangeKind.RENUMBERED:
        return True
    return any(_fits(each, change, old, new) for each in planted)


def _holds(sir: Sir, side: Side, passage: str) -> bool:
    """Whether a passage stands there, wherever its words were parted at the end of a line."""
    text = " ".join(text_of(sir, span) for span in side.spans)
    return "".join(word_list(passage)) in "".join(word_list(text))


def _words(sir: Sir, side: Side | None) -> list[str]:
    spans = side.changed if side else ()
    return [word for span in spans for word in word_list(text_of(sir, span))]
