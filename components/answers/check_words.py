"""Decisions of people in words, signs and colours; each is told by its word alone."""

from __future__ import annotations

from typing import NamedTuple

from components.foreign_text import plain
from core.history.checks import Check, Decision


class Look(NamedTuple):
    """How a decision is shown: its word, a sign, and a colour of Streamlit's."""

    word: str
    icon: str
    colour: str


LOOKS = {
    Decision.ACCEPTED: Look("Accepted", ":material/task_alt:", "green"),
    Decision.UNSURE: Look("Unsure", ":material/help:", "orange"),
    Decision.REJECTED: Look("Rejected", ":material/block:", "red"),
}
_UNDECIDED = ":gray-badge[:material/radio_button_unchecked: Not checked]"
_LEFT_OUT = ":gray[no part of the answer]"


def check_in_words(check: Check) -> str:
    """The mark of an item in Markdown, with its comment; empty where nobody checked it."""
    return " ".join(filter(None, [decision_in_words(check.decision), _comment(check)]))


def decision_in_words(decision: Decision | None) -> str:
    """The mark alone, in Markdown; empty where nobody decided."""
    return _badge(decision) if decision else ""


def signed_check_in_words(check: Check) -> str:
    """The mark of an item of a signed answer, likewise; that nobody decided is said, too."""
    mark = _badge(check.decision) if check.decision else _UNDECIDED
    left_out = _LEFT_OUT if check.decision is Decision.REJECTED else ""
    return " ".join(filter(None, [mark, left_out, _comment(check)]))


def decisions_in_words(items: int, decisions: tuple[Decision, ...]) -> str:
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


def _badge(decision: Decision) -> str:
    look = LOOKS[decision]
    return f":{look.colour}-badge[{look.icon} {look.word}]"


def _comment(check: Check) -> str:
    return f":material/comment: {plain(check.comment)}" if check.comment else ""
