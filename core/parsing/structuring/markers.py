"""What stands at the beginning of lines: bullets, item numbers, section numbers, captions.

`markers.json` holds the words and signs: words that number sections with the rank by which they
enclose each other, the outermost 0, and numberings of Chinese documents from the outermost on.
"""

from __future__ import annotations

import json
import re
import unicodedata
from pathlib import Path
from typing import NamedTuple

from core.quantities.numerals import roman
from core.sir import ElementType

_MARKERS = json.loads(Path(__file__).with_name("markers.json").read_text("utf-8"))
_WORDED_RANKS: dict[str, int] = _MARKERS["worded"]
_HAN_RANKS: dict[str, int] = _MARKERS["han_worded"]
_BULLETS = re.escape(_MARKERS["bullets"])
_ARROWS: str = _MARKERS["arrows"]
_HAN = _MARKERS["han_number"]

_GLUED = "\u2022\u25aa\u25b6\u25b8\u25ba\u25cf\u25e6\uf0b7\u2610\u2611\u2612\u25a1"
"""Bullets and boxes to tick that may stand right before the first word."""
BULLET = re.compile(rf"^[{_BULLETS}](?=\s)|^[{_GLUED}](?=\w)|^o(?= [A-Z])")
ARROW = re.compile(rf"^[{_ARROWS}](?=\s)")
"""A sign that is a bullet only where a sentence may begin."""
_ENUMERATED = r"\[\d{1,3}\]|[\u2460-\u2473]"
NUMBERED = re.compile(
    rf"^(?:\(?(?:\d{{1,2}}|[a-zA-Z]|[ivxl]{{1,5}}|[IVX]{{1,5}})(?:\.\)?|\))|{_ENUMERATED})(?=\s)"
)
LONE_MARK = re.compile(
    rf"^(?:[{_BULLETS}]|\(?(?:\d{{1,2}}|[a-z]|[ivxl]{{1,5}})(?:\.\)?|\))|{_ENUMERATED})$"
)
ABBREVIATED = re.compile(
    rf"(?:^|[\W\d])(?:[^\W\d]|{'|'.join(_MARKERS['abbreviated'])})\.$", re.IGNORECASE
)
"""A text whose last word is short for what a number follows, as "Art." and "p."."""
_NUMBER = re.compile(r"[^\W_]+")
CAPTION = re.compile(
    rf"^(?:{'|'.join(_MARKERS['caption'])})\s+"
    r"(?:[a-z]?\d+(?:[.\-\u2013]\d+)*[a-z]?|[ivx]+\b|[a-z]\b)(?P<end>\s*[.:|\u2013\u2014])?",
    re.IGNORECASE,
)
_DESCRIBED = {
    ElementType(kind): re.compile(rf"(?:{'|'.join(words)})(?![^\W\d_])", re.IGNORECASE)
    for kind, words in _MARKERS["described"].items()
}
CONTINUED = re.compile("|".join(_MARKERS["continued"]), re.IGNORECASE)
"""What says that a table, or a section, goes on from the page before."""
CONTENTS = re.compile(r"^(?:table of )?contents$|^inhalt(?:sverzeichnis)?$", re.IGNORECASE)
REFERENCES = rf"(?:list of |cited )?(?:{'|'.join(_MARKERS['references'])})"
"""What a list of references is called, in any case."""
TITLE = re.compile(rf"^(?:{'|'.join(_MARKERS['titles'])}|{REFERENCES})$", re.IGNORECASE)
"""What is the title of a chapter without a number, however it is set."""
BACK_MATTER = re.compile(rf"{TITLE.pattern}|^(?:{'|'.join(_MARKERS['back'])})$", re.IGNORECASE)
"""What stands beside the chapters where it comes behind them all."""
ALPHABETICAL = re.compile(rf"\b(?:{'|'.join(_MARKERS['lettered'])})\b", re.IGNORECASE)
"""What may be parted by the letters that its entries begin with."""
DOTS = re.compile(r"^(?:[.\u00b7]{4,}|\u2026{2,})$")
"""A word that is a row of dots by itself."""

WORDED = re.compile(
    rf"^(?P<word>{'|'.join(map(re.escape, _WORDED_RANKS))})(?:\s+|\s*(?=\d))"
    rf"(?P<number>\d+[a-z]?(?:\.\d+)*|[IVXLC]+|[A-Z]|{'|'.join(_MARKERS['counted'])})\b"
    r"(?P<rest>[.:)\u2013\u2014-]?)",
    re.IGNORECASE,
)
LABEL = re.compile(
    rf"^(?:(?i:{'|'.join(_MARKERS['chapter'])})(?:\s+|(?<=§))"
    rf"(?i:\d{{1,3}}[a-z]?|[ivxlc]+|[a-z]|{'|'.join(_MARKERS['counted'])})"
    rf"|{'|'.join(_MARKERS['counted']).upper()})\.?$"
)
"""The number of a chapter or section without its title, which stands below."""
DECIMAL = re.compile(r"^(?!\d+\))(?P<number>\d{1,3}(?:\.\d{1,3}){0,5})[.)]?(?=\s+[^\W\d_\s])")
"""A number in parts, or one alone without a bracket: "1)" is that of an item of a list."""
LETTERED = re.compile(
    r"^(?P<number>[A-Z](?:\.\d{1,3}){1,4}|[A-Z](?=\.))\.?(?=\s+[A-Z\u00c4\u00d6\u00dc])"
)
ROMAN = re.compile(r"^(?P<number>[IVX]{1,6})\.(?=\s+\w)")
HAN_WORDED = re.compile(rf"^第(?P<number>{_HAN}|\d{{1,3}})(?P<word>[{''.join(_HAN_RANKS)}])")
_BY_PATTERN = (
    ("decimal", DECIMAL),
    ("roman", ROMAN),
    ("letter", LETTERED),
    *(
        (f"enumerated {rank}", re.compile(f"^{han}"))
        for rank, han in enumerate(_MARKERS["han_enumerated"])
    ),
)


class Numbering(NamedTuple):
    """A section number: its pattern, its depth, its text, and its form.

    Patterns are decimal, roman and letter; worded and enumerated ones end in their rank, the
    outermost 0. The form is the word before the number, or the signs around it.
    """

    pattern: str
    depth: int
    number: str
    form: str = ""

    @property
    def kind(self) -> tuple[str, int]:
        """Its pattern and depth."""
        return self.pattern, self.depth

    @property
    def rank(self) -> tuple[float, int]:
        """Its place among the numbers that enclose each other, the outermost the lowest."""
        if self.pattern.startswith(("worded", "enumerated")):
            word, rank = self.pattern.split()
            return 0.1 * int(rank) + (word == "enumerated") * 2.0, self.depth
        return {"roman": 1.0, "letter": 5.0, "decimal": 6.0}.get(self.pattern, 9.0), self.depth


def list_marker(text: str) -> str | None:
    """The bullet or number that makes a line the beginning of a list item, or None."""
    match = BULLET.match(text) or NUMBERED.match(text) or ARROW.match(text)
    return match.group() if match else None


def may_be_inside(marker: str) -> bool:
    """Whether a mark may as well stand within a paragraph: "[12]" refers to a source there."""
    return marker in _ARROWS or marker.startswith("[")


def begins_list(marker: str) -> bool:
    """Whether a mark can be that of the first item of a list: a bullet, or the first number."""
    if BULLET.match(f"{marker} ") or marker in _ARROWS:
        return True
    return any(n == 1 for _, n in _counted(marker)[1]) or marker.strip("().") in ("a", "A", "①")


def is_next(marker: str, before: str) -> bool:
    """Whether the number of an item is the one behind another in the same form: 3) behind 2).

    An arrow is followed by its like.
    """
    if marker in _ARROWS:
        return marker == before
    (form, numbers), (form_before, numbers_before) = _counted(marker), _counted(before)
    return form == form_before and any((kind, n + 1) in numbers for kind, n in numbers_before)


def _counted(marker: str) -> tuple[str, set[tuple[str, int]]]:
    """The signs around the number of an item, and what it may be: i is a letter and a numeral."""
    form, number = _NUMBER.sub("#", marker), "".join(_NUMBER.findall(marker))
    if number.isdecimal():
        return form, {("digits", int(number))}
    case = "upper" if number.isupper() else "lower"
    numbers = {(f"{case} letter", ord(number))} if len(number) == 1 else set[tuple[str, int]]()
    if numeral := roman(number.upper()):
        numbers.add((f"{case} numeral", numeral))
    return form, numbers


def described_class(caption: str) -> ElementType | None:
    """The class that the first word of a caption names, table or figure; None for other words."""
    return next((kind for kind, words in _DESCRIBED.items() if words.match(caption)), None)


def is_mark(word: str) -> bool:
    """Whether a word is nothing but a bullet or the number of an item or a section."""
    return bool(LONE_MARK.match(word) or DECIMAL.match(f"{word} a") or ROMAN.match(f"{word} a"))


def is_ornament(text: str) -> bool:
    """Whether a text is several signs and no word, as "* * *" between two passages."""
    return len(text.split()) > 1 and not any(map(str.isalnum, text))


def numbering(text: str) -> Numbering | None:
    """The section number at the beginning of a heading, or None."""
    if match := WORDED.match(text):
        return _numbering(f"worded {_WORDED_RANKS[match['word'].lower()]}", match)
    if match := HAN_WORDED.match(text):
        return _numbering(f"worded {_HAN_RANKS[match['word']]}", match)
    matches = ((name, pattern.match(text)) for name, pattern in _BY_PATTERN)
    return next((_numbering(name, match) for name, match in matches if match), None)


def _numbering(pattern: str, match: re.Match[str]) -> Numbering:
    number = match["number"]
    around = match.groupdict().get("word") or match.group().replace(number, "#")
    form = unicodedata.normalize("NFKC", around).casefold()
    return Numbering(pattern, number.count(".") + 1, number, form)
