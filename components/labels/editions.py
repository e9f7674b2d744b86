"""What is said of editions and of what changed between them."""

from __future__ import annotations

from core.colours import CYCLE
from core.editions.difference import Change, ChangeKind

FIELD_WORDS = {
    "publisher": ("Publisher", "Who issued it."),
    "issued": ("Date of issue", "A day, a month or a year: 2021-03-09, 2021-03 or 2021."),
    "valid_until": ("Valid until", "The last day, month or year on which it holds."),
    "version": ("Version", ""),
    "status": ("Status", "Superseded needs no choice where a newer edition is linked."),
}
STATUS_WORDS = {
    "": "Not said",
    "current": "Current",
    "draft": "Draft",
    "superseded": "Superseded",
    "withdrawn": "Withdrawn",
    "expired": "Expired",
}
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
