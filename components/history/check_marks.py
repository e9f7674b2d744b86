"""Decisions of people in words, signs and colours; each is told by its word alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from components.foreign_text import plain
from core.history.checks import Decision

if TYPE_CHECKING:
    from core.history.checks import Check


class Look(NamedTuple):
    """How a decision is shown."""

    word: str
    icon: str
    colour: str


LOOKS = {
    Decision.ACCEPTED: Look("Accepted", ":material/task_alt:", "green"),
    Decision.UNSURE: Look("Unsure", ":material/help:", "orange"),
    Decision.REJECTED: Look("Rejected", ":material/block:", "red"),
}


def check_mark(check: Check | None) -> str:
    """What was decided of an item, with its comment, in Markdown."""
    if check is None or check.decision is None:
        mark = ":gray-badge[:material/radio_button_unchecked: Not checked]"
    else:
        look = LOOKS[check.decision]
        mark = f":{look.colour}-badge[{look.icon} {look.word}]"
        if check.decision is Decision.REJECTED:
            mark += " :gray[no part of the answer]"
    comment = f" :material/comment: {plain(check.comment)}" if check and check.comment else ""
    return mark + comment


def tally(items: int, decisions: tuple[Decision, ...]) -> str:
    """Such as `2 of 3 accepted, 1 rejected`; `items` is how many could be checked."""
    if not items:
        return "Nothing to check"
    counts = {decision: decisions.count(decision) for decision in LOOKS}
    words = [f"{counts[Decision.ACCEPTED]} of {items} accepted"]
    words += [
        f"{count} {LOOKS[decision].word.lower()}"
        for decision, count in counts.items()
        if count and decision is not Decision.ACCEPTED
    ]
    return ", ".join(words)
