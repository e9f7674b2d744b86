"""What stands at the beginning of lines: bullets, item numbers, section numbers, captions."""

from __future__ import annotations

import re
from typing import NamedTuple

BULLETS = (
    "\u2022\u2023\u2043\u2219\u25aa\u25ab\u25a0\u25a1\u25cf\u25cb\u25e6\u25c6\u25ba\u25b6"
    "\u2756\u27a2\u2713\u2714\uf0b7\uf0a7\uf0d8\uf076\u00b7\u2010\u2013\u2014*-"
)
"""Characters that begin a list item where a space follows."""

BULLET = re.compile(
    rf"^[{re.escape(BULLETS)}](?=\s)|^[\u2022\u25aa\u25cf\u25e6\uf0b7](?=\w)|^o(?= [A-Z])"
)
NUMBERED = re.compile(r"^\(?(?:\d{1,2}|[a-zA-Z]|[ivxl]{1,5}|[IVX]{1,5})[.)](?=\s)")
LONE_MARK = re.compile(rf"^(?:[{re.escape(BULLETS)}]|\(?(?:\d{{1,2}}|[a-z]|[ivxl]{{1,5}})[.)])$")

CAPTION = re.compile(
    r"^(?:figure|fig\.|table|tab\.|abbildung|abb\.|tabelle|exhibit|chart|scheme|diagramm?|box"
    r"|kasten|\u00fcbersicht)\s+(?:[a-z]?\d+(?:[.\-\u2013]\d+)*[a-z]?|[ivx]+\b|[a-z]\b)(?P<end>\s*[.:|\u2013\u2014])?",
    re.IGNORECASE,
)

_COUNTED = (
    "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen"
    "|sixteen|seventeen|eighteen|nineteen|twenty|first|second|third|fourth|fifth"
    "|eins|zwei|drei|vier|f\u00fcnf|sechs|sieben|acht|neun|zehn|elf|zw\u00f6lf"
)
WORDED = re.compile(
    r"^(?P<word>part|teil|chapter|kapitel|annex|appendix|anhang|anlage|section|abschnitt|item"
    r"|article|artikel|art\.|clause|klausel|\u00a7{1,2}|schedule|note)\s*"
    rf"(?P<number>\d+[a-z]?(?:\.\d+)*|[IVXLC]+|[A-Z]|{_COUNTED})\b(?P<rest>[.:)\u2013\u2014-]?)",
    re.IGNORECASE,
)
DECIMAL = re.compile(r"^(?P<number>\d{1,3}(?:\.\d{1,3}){0,5})\.?(?=\s+[^\W\d_\s])")
LETTERED = re.compile(r"^(?P<number>[A-Z](?:\.\d{1,3}){0,4})\.?(?=\s+[A-Z\u00c4\u00d6\u00dc])")
ROMAN = re.compile(r"^(?P<number>[IVX]{1,6})\.(?=\s+\w)")

RANKS = {
    "part": 0, "teil": 0,
    "chapter": 1, "kapitel": 1, "annex": 1, "appendix": 1, "anhang": 1, "anlage": 1,
    "schedule": 1,
    "section": 2, "abschnitt": 2, "item": 2,
    "article": 3, "artikel": 3, "art.": 3, "\u00a7": 3, "\u00a7\u00a7": 3,
    "clause": 4, "klausel": 4,
    "note": 5,
}  # fmt: skip
"""Order in which worded numberings enclose each other, the outermost first."""


_HAN = "[一二三四五六七八九十百零〇]{1,4}"
HAN_WORDED = re.compile(rf"^第(?P<number>{_HAN}|\d{{1,3}})(?P<word>[编編部篇章节節条條款])")
HAN_ENUMERATED = tuple(
    re.compile(pattern)
    for pattern in (
        rf"^(?P<number>{_HAN})[、．]",
        rf"^[（(](?P<number>{_HAN})[）)]",
        r"^(?P<number>\d{1,3})(?:、|[.．](?=\s?[\u4e00-\u9fff]))",
        r"^[（(](?P<number>\d{1,3})[）)](?=[.．]?\s?[\u4e00-\u9fff])",
    )
)
"""Numberings of Chinese documents, in the order in which they enclose each other."""

HAN_RANKS = {
    "编": 0,
    "編": 0,
    "部": 0,
    "篇": 0,
    "章": 1,
    "节": 2,
    "節": 2,
    "条": 3,
    "條": 3,
    "款": 4,
}


class Numbering(NamedTuple):
    """A section number: its pattern, its depth, and its text.

    Patterns are decimal, roman and letter; worded and enumerated ones end in their rank, the
    outermost 0.
    """

    pattern: str
    depth: int
    number: str


def list_marker(text: str) -> str | None:
    """The bullet or number that makes a line the beginning of a list item, or None."""
    found = BULLET.match(text) or NUMBERED.match(text)
    return found.group() if found else None


def is_mark(word: str) -> bool:
    """Whether a word is nothing but a bullet or the number of an item or a section."""
    return bool(LONE_MARK.match(word) or DECIMAL.match(f"{word} a") or ROMAN.match(f"{word} a"))


def numbering(text: str) -> Numbering | None:
    """The section number at the beginning of a heading, or None."""
    if found := WORDED.match(text):
        word = found["word"].lower()
        return Numbering(f"worded {RANKS[word]}", found["number"].count(".") + 1, found["number"])
    if found := DECIMAL.match(text):
        return Numbering("decimal", found["number"].count(".") + 1, found["number"])
    if found := ROMAN.match(text):
        return Numbering("roman", 1, found["number"])
    found = LETTERED.match(text)
    if found and (found["number"].count(".") or text[len(found["number"])] == "."):
        return Numbering("letter", found["number"].count(".") + 1, found["number"])
    return _han_numbering(text)


def _han_numbering(text: str) -> Numbering | None:
    if found := HAN_WORDED.match(text):
        return Numbering(f"worded {HAN_RANKS[found['word']]}", 1, found["number"])
    for rank, pattern in enumerate(HAN_ENUMERATED):
        if found := pattern.match(text):
            return Numbering(f"enumerated {rank}", 1, found["number"])
    return None
