"""What is said of editions and of what changed between them."""

from __future__ import annotations

from core.colours import CYCLE
from core.editions.difference import Change, ChangeKind
from core.text.word_tables import word_table

_WORDS = word_table(__file__)
FIELD_WORDS: dict[str, tuple[str, str]] = _WORDS["fields"]
"""What each field of an edition is called, and what it means."""
STATUS_WORDS: dict[str, str] = _WORDS["statuses"]
KIND_WORDS = {
    ChangeKind.CHANGED: "Changed",
    ChangeKind.ADDED: "Added",
    ChangeKind.REMOVED: "Removed",
    ChangeKind.MOVED: "Moved",
    ChangeKind.RENUMBERED: "Renumbered",
}
KIND_COLOURS = {
    ChangeKind.CHANGED: CYCLE[1],
    ChangeKind.ADDED: CYCLE[3],
    ChangeKind.REMOVED: CYCLE[5],
    ChangeKind.MOVED: CYCLE[2],
    ChangeKind.RENUMBERED: CYCLE[4],
}


def change_in_words(change: Change) -> str:
    """Such as `Changed, moved: number changed`."""
    words = KIND_WORDS[change.kind]
    if change.moved and change.kind is not ChangeKind.MOVED:
        words += ", moved"
    if change.renumbered and change.kind is not ChangeKind.RENUMBERED:
        words += ", renumbered"
    return f"{words}: {', '.join(change.dangers)}" if change.dangers else words
