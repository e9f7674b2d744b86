"""What people call a conversation: on one line, of what can be seen, and not too long."""

from __future__ import annotations

from core.text.one_line import on_one_line, typed_line

_LONGEST = 100


def title_of(question: str) -> str:
    """The title that a conversation gets from its first question."""
    shown = on_one_line(question)
    if len(shown) > _LONGEST:
        shown = shown[: _LONGEST - 1].rpartition(" ")[0] or shown[: _LONGEST - 1]
        shown = f"{shown}…"
    return shown or "Untitled"


def clean_title(title: str) -> str:
    """A title that was typed.

    Raises:
        InvalidOption: nothing is left, or it is too long.
    """
    return typed_line(title, _LONGEST, "A conversation needs a title. Enter one.", "title")
