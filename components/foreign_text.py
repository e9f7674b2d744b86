"""Texts that the app did not write, shown as they are: of documents, files, people and models.

Streamlit reads most of what it is given as Markdown and then goes over it once more: bare
addresses become links, `:name:` an icon, `--` a dash, whether a backslash stands there or not.
It looks at each run of text by itself, so an empty span, which is neither seen, heard nor copied,
keeps it from finding any. Source: CommonMark 0.31 (2.4); Streamlit 1.67, `StreamlitMarkdown`.
"""

from __future__ import annotations

import re
from html import escape

_SPECIAL = re.compile(r"[\\`*\[\]<>$#~|&{]|:(?!\s)|(?<![^\W_])_|_(?![^\W_])")
"""What Markdown may read, but for a colon before a blank and an underscore within a word."""
_BLOCK = re.compile(r"[-+=]|\d+(?=[.)](?:\s|$))")
"""Where a line begins a list, a rule or a heading: the sign, or the number before it."""
_REPLACED = re.compile(
    r"(?<=:)(?=[\w+/-])|(?<=@)(?=.)|(?<=www)(?=.)|(?<=[<>~=-])(?=[<>=-])", re.IGNORECASE
)
"""Places within icons, addresses and signs that Streamlit looks for."""
_EMPTY = ":small[]"
_BLANKS = re.compile(r"[ \t-\r\x1c-\x1f\x85\u2028\u2029]+")
_TURNS = re.compile("[\u202a-\u202e\u2066-\u2069]")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff]")
_ISOLATED = "\u2068{}\u2069"
_REPLACEMENT = "\ufffd"


def plain(text: str) -> str:
    """The text on one line of Markdown, shown as it is; cells of a row are set apart.

    White space is shown as one blank, as browsers do. What would turn the letters around it to the
    other direction is shown as a replacement character.
    """
    return " │ ".join(_escaped(_isolated(cell)) for cell in text.split("\t"))


def plain_lines(text: str) -> str:
    """The same with the text's own line breaks, as between the items of a list."""
    return "  \n".join(plain(line) for line in text.split("\n") if line.strip())


def plain_html(text: str) -> str:
    """The text in HTML with its white space, also for the labels and hover texts of charts."""
    # Quotes need none in the text of an element, and charts show their entities as they are.
    return escape(_TURNS.sub(_REPLACEMENT, text), quote=False)


def _escaped(line: str) -> str:
    begun = _BLOCK.match(line)
    runs = [_SPECIAL.sub(r"\\\g<0>", run) for run in _REPLACED.split(line)]
    text = _EMPTY.join(runs)
    if not begun:
        return text
    number = begun[0] if begun[0].isdigit() else ""
    return f"{number}\\{text.removeprefix(number)}"


def _isolated(text: str) -> str:
    """The text on one line; its direction does not reach what stands beside it."""
    line = _TURNS.sub(_REPLACEMENT, _BLANKS.sub(" ", text).strip())
    return _ISOLATED.format(line) if _RIGHT_TO_LEFT.search(line) else line
