"""Formulas in LaTeX within a text, read as they are set: without commands, without markup."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import NamedTuple

_MATH = re.compile(r"\$\$?[^$]{1,4000}\$\$?|\\\(.{1,2000}?\\\)|\\\[.{1,4000}?\\\]", re.DOTALL)
_SIGNS: dict[str, str] = json.loads(Path(__file__).with_name("latex_signs.json").read_text("utf-8"))
"""What commands stand for on the page; any other command is no sign of its own."""
_PART = re.compile(
    r"\\(?:begin|end) ?\{[^}]*\}(?: ?\{[lcr| ]*\})?"
    r"|\\[A-Za-z]+|\d(?: ?[.,]? ?\d)*|[^\W\d_](?: [^\W\d_](?![^\W\d_]))*|[%<>=±≤≥≠≈×÷°€£§]"
)
_SCRIPT = re.compile(r"[ }]*[_^][ {]*")
_BEHIND_SCRIPT = re.compile(r" *\} *")
_STYLE = re.compile(r"\\(?:math(?:rm|sf|bf|it|tt)|text(?:rm|bf|it|sf)?|boldsymbol|mbox|rm|bf)\b")
_SIMPLE_SCRIPT = re.compile(r"[_^] ?(?:\{[\d +-]*\}|\d|\{? ?\\circ\b ?\}?)")
_MARKUP = re.compile(r"[_^$]|\\[A-Za-z(\[]")


class Formula(NamedTuple):
    """Half-open range of the characters of a formula.

    One that `is_plain` has no fractions, roots and the like, and no scripts but numbers: its
    numbers stand on the page as those of any text do.
    """

    start: int
    end: int
    is_plain: bool = False


class Part(NamedTuple):
    """What characters `start:end` of a formula show on the page."""

    text: str
    start: int
    end: int


def formulas_of(text: str) -> list[Formula]:
    """The formulas within a text."""
    if "$" not in text and "\\" not in text:
        return []
    return [Formula(*match.span(), _is_plain(match[0])) for match in _MATH.finditer(text)]


def is_latex(text: str) -> bool:
    """Whether there are signs of LaTeX in a text."""
    return bool(_MARKUP.search(text))


def parts_of(formula: str) -> list[Part]:
    """What a formula shows: numbers, letters and signs, without the spaces that parsers put in.

    What is set above or below a letter follows it in the text of a page without a space, and so
    does a number behind a number.
    """
    parts: list[Part] = []
    in_script = False
    for match in _PART.finditer(formula):
        shown = _SIGNS.get(match[0][1:], "") if match[0][0] == "\\" else match[0]
        if not (shown := shown.replace(" ", "")):
            continue
        part = Part(shown, match.start(), match.end())
        between = formula[parts[-1].end : part.start] if parts else ""
        is_script = bool(_SCRIPT.fullmatch(between))
        follows = is_script or (in_script and _BEHIND_SCRIPT.fullmatch(between))
        if follows and parts and _kind(parts[-1]) == _kind(part) != "":
            before = parts.pop()
            part = Part(before.text + part.text, before.start, part.end)
        in_script = is_script
        parts.append(part)
    return parts


def _kind(part: Part) -> str:
    """Whether a part is made of digits or of letters; other signs stand alone."""
    last = part.text[-1]
    return "digits" if last.isdecimal() else "letters" if last.isalpha() else ""


def _is_plain(formula: str) -> bool:
    bare = _SIMPLE_SCRIPT.sub("", _STYLE.sub("", formula))
    commands = set(re.findall(r"\\([A-Za-z]+)", bare))
    return commands <= _SIGNS.keys() and not re.search("[_^]", bare)
