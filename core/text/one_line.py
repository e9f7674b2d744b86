"""Texts on one line: of documents as they stand, of others without what cannot be seen."""

from __future__ import annotations

import unicodedata

from core.errors import InvalidOption


def on_one_line(text: str) -> str:
    """The words with one blank between, without what cannot be seen or stored.

    That is Unicode's category C: controls, marks of direction, halves of characters.
    """
    spaced = " ".join(text.split())
    return "".join(char for char in spaced if unicodedata.category(char)[0] != "C").strip()


def cut_to_line(text: str, longest: int) -> str:
    """As `on_one_line`, of so many characters at the most; an ellipsis where it is cut."""
    return beginning(on_one_line(text), longest)


def beginning(text: str, longest: int) -> str:
    """The words as they stand, on one line of so many characters at the most; likewise cut."""
    line = " ".join(text.split())
    return line if len(line) <= longest else f"{line[: longest - 1].rstrip()}…"


def typed_line(text: str, longest: int, missing: str, what: str = "name") -> str:
    """What a person typed, on one line.

    Raises:
        InvalidOption: nothing is left, as `missing` says, or it is too long for a `what`.
    """
    line = on_one_line(text)
    if not line:
        raise InvalidOption(missing)
    if len(line) > longest:
        raise InvalidOption(
            f"The {what} has {len(line)} characters; {longest} are possible. Shorten it."
        )
    return line
