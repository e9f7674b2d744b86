"""Texts of others on one line: names that people type, words of a model, fields of a file."""

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
    """The words on one line of so many characters at the most; an ellipsis where they are cut."""
    line = on_one_line(text)
    return line if len(line) <= longest else f"{line[: longest - 1]}…"


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
