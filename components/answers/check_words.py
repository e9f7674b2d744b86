"""Decisions of people in words and signs; each is told by its word alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from components.foreign_text import plain
from core.history.checks import Decision

if TYPE_CHECKING:
    from core.history.checks import Check


class Look(NamedTuple):
    """How a decision is shown: its word, a sign, and a colour of Streamlit's."""

    word: str
    icon: str
    colour: str


WORDS = {
    Decision.ACCEPTED: Look("Accepted", ":material/task_alt:", "green"),
    Decision.UNSURE: Look("Unsure", ":material/help:", "orange"),
    Decision.REJECTED: Look("Rejected", ":material/block:", "red"),
}


def check_in_words(check: Check) -> str:
    """The mark of an item in Markdown, with its comment; empty where nobody checked it."""
    look = WORDS.get(check.decision) if check.decision else None
    mark = f":{look.colour}-badge[{look.icon} {look.word} by you]" if look else ""
    comment = f":material/comment: {plain(check.comment)}" if check.comment else ""
    return " ".join(filter(None, [mark, comment]))
