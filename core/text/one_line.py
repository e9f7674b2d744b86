"""Texts of others on one line: names that people type, words of a model, fields of a file."""

from __future__ import annotations

import unicodedata


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
