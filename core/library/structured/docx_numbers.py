"""The numbers that Word draws before paragraphs: it counts them, they do not stand in the file."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from core.library.structured.numerals import numeral
from core.library.structured.xml_names import child, local, value, whole_number

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from core.library.structured.docx_styles import DocxStyles

_LEVELS = 9
_TYPES = {"lowerLetter": "a", "upperLetter": "A", "lowerRoman": "i", "upperRoman": "I"}
_PLACE = re.compile(r"%([1-9])")
BULLET = "bullet"


class _Level(NamedTuple):
    format: str
    text: str
    start: int
    legal: bool


class _List(NamedTuple):
    counts: str
    """Names what counts: several lists may go on with the numbers of one."""
    levels: dict[int, _Level]
    restarts: dict[int, int]


class Numbering:
    """Counts through a document; `label` has to be asked for its paragraphs in their order."""

    def __init__(self, numbering: Element | None, styles: DocxStyles) -> None:
        """`numbering` is the root of numbering.xml."""
        self._styles = styles
        self._abstract = _by_id(numbering, "abstractNum", "abstractNumId")
        self._lists = {
            name: self._list(each) for name, each in _by_id(numbering, "num", "numId").items()
        }
        self._counts: dict[str, dict[int, int]] = defaultdict(dict)
        self._restarted: set[tuple[str, int]] = set()

    def label(self, paragraph: Element) -> str | None:
        """What is drawn before a paragraph; `BULLET` for any bullet, None for nothing."""
        name, at = self._place(paragraph)
        numbered = self._lists.get(name)
        level = numbered.levels.get(at) if numbered else None
        if numbered is None or level is None:
            return None
        if level.format == BULLET:
            return BULLET
        counts = self._counts[numbered.counts]
        if at in numbered.restarts and (name, at) not in self._restarted:
            self._restarted.add((name, at))
            counts[at] = numbered.restarts[at]
        else:
            counts[at] = counts[at] + 1 if at in counts else level.start
        for deeper in range(at + 1, _LEVELS):
            counts.pop(deeper, None)
        return "" if level.format == "none" else self._written(numbered, level, counts)

    def _written(self, numbered: _List, level: _Level, counts: dict[int, int]) -> str:
        def number(match: re.Match[str]) -> str:
            at = int(match[1]) - 1
            shown = numbered.levels.get(at)
            if shown is None:
                return ""
            kind = "" if level.legal else _TYPES.get(shown.format, "")
            written = numeral(counts.setdefault(at, shown.start), kind)
            return written.zfill(2) if shown.format == "decimalZero" else written

        return " ".join(_PLACE.sub(number, level.text).split())

    def _place(self, paragraph: Element) -> tuple[str, int]:
        properties = child(paragraph, "pPr")
        own = child(properties, "numPr")
        style = value(child(properties, "pStyle"), "val")
        styled = [
            each for each in self._styles.lineage(style) if child(each, "pPr", "numPr") is not None
        ]
        said = [own, *(child(each, "pPr", "numPr") for each in styled)]
        name = next((n for part in said if (n := value(child(part, "numId"), "val"))), "")
        level = next((n for part in said if (n := value(child(part, "ilvl"), "val"))), "")
        if not level and styled and not value(child(own, "numId"), "val"):
            return name, self._level_of_style(name, {value(each, "styleId") for each in styled})
        return name, int(level) if level in {*"012345678"} else 0

    def _level_of_style(self, name: str, styles: set[str]) -> int:
        """The level that a list ties to one of these styles; 0 if it ties none."""
        for each in self._levels_of(name):
            if value(child(each, "pStyle"), "val") in styles:
                return _at(each)
        return 0

    def _list(self, numbered: Element) -> _List:
        name = self._counting(value(child(numbered, "abstractNumId"), "val"))
        levels = {_at(e): _level(e) for e in self._abstract_levels(name)}
        restarts: dict[int, int] = {}
        for override in numbered:
            if local(override) != "lvlOverride":
                continue
            if (level := child(override, "lvl")) is not None:
                levels[_at(override)] = _level(level)
            if (start := child(override, "startOverride")) is not None:
                restarts[_at(override)] = whole_number(start, "val", 1)
        return _List(name, levels, restarts)

    def _counting(self, name: str) -> str:
        """The abstract list, which may be known only by a style that names another."""
        link = value(child(self._abstract.get(name), "numStyleLink"), "val")
        for other, abstract in self._abstract.items() if link else ():
            if value(child(abstract, "styleLink"), "val") == link:
                return other
        return name

    def _abstract_levels(self, name: str) -> list[Element]:
        return [e for e in self._abstract.get(name, ()) if local(e) == "lvl"]

    def _levels_of(self, name: str) -> list[Element]:
        numbered = self._lists.get(name)
        return self._abstract_levels(numbered.counts) if numbered else []


def _by_id(root: Element | None, name: str, key: str) -> dict[str, Element]:
    return {value(e, key): e for e in root or () if local(e) == name}


def _at(level: Element) -> int:
    return whole_number(level, "ilvl", 0)


def _level(level: Element) -> _Level:
    legal, text = child(level, "isLgl"), child(level, "lvlText")
    return _Level(
        value(child(level, "numFmt"), "val") or "decimal",
        value(text, "val") if text is not None else f"%{_at(level) + 1}.",
        whole_number(child(level, "start"), "val", 1),
        legal is not None and value(legal, "val") not in ("0", "false"),
    )
