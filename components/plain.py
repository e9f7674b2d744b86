"""Texts of documents inside Markdown."""

from __future__ import annotations

_SPECIAL = frozenset("\\`*_[]<>$:#~|")


def plain(text: str) -> str:
    """The words on one line, shown by Markdown as they are; cells of a row are set apart."""
    cells = (" ".join(cell.split()) for cell in text.split("\t"))
    return " │ ".join(_escaped(cell) for cell in cells)


def plain_lines(text: str) -> str:
    """The same with the text's own line breaks, as between the items of a list."""
    return "  \n".join(plain(line) for line in text.split("\n") if line.strip())


def _escaped(text: str) -> str:
    shown = "".join(f"\\{letter}" if letter in _SPECIAL else letter for letter in text)
    number = shown.partition(" ")[0]
    # A list item, a rule or a quote is only seen at the start of a line.
    if number[:-1].isdigit() and number[-1] in ".)":
        return f"{number[:-1]}\\{shown[len(number) - 1 :]}"
    return f"\\{shown}" if shown[:1] in ("-", "+", "=") else shown
