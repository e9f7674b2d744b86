"""What the styles of a Word document say: which paragraphs are headings, and what is hidden."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.library.structured.xml_names import child, local, value

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

_MOST_STYLES = 20
"""Styles that rest on each other."""
_KNOWN = re.compile(r"heading [1-6]|title|caption|toc [1-9]", re.IGNORECASE)
"""Names of styles that mammoth, or the map that it is given, knows."""
_HEADING = re.compile(r"heading ([1-9])", re.IGNORECASE)
_DEEPEST = 6


class DocxStyles:
    """The styles of a document by their ids."""

    def __init__(self, root: Element | None) -> None:
        """`root` is that of styles.xml."""
        styles = (each for each in root or () if local(each) == "style")
        self._styles = {value(each, "styleId"): each for each in styles}

    def lineage(self, style: str) -> Iterator[Element]:
        """A style and those that it rests on."""
        for _ in range(_MOST_STYLES):
            if style not in self._styles:
                return
            yield self._styles[style]
            style = value(child(self._styles[style], "basedOn"), "val")

    def heading_level(self, paragraph: Element) -> int:
        """The level (1 to 6) of a heading that only its outline level, or what its style rests on,
        makes one; 0 for any other paragraph.
        """
        properties = child(paragraph, "pPr")
        styles = list(self.lineage(value(child(properties, "pStyle"), "val")))
        names = [value(child(each, "name"), "val") for each in styles]
        if names and _KNOWN.fullmatch(names[0]):
            return 0
        stated = [properties, *(child(each, "pPr") for each in styles)]
        levels = [value(child(each, "outlineLvl"), "val") for each in stated]
        if level := next(filter(None, levels), ""):
            return min(int(level) + 1, _DEEPEST) if level in {*"012345678"} else 0
        named = next((match for name in names if (match := _HEADING.fullmatch(name))), None)
        return min(int(named[1]), _DEEPEST) if named else 0

    def is_hidden(self, run: Element, paragraph: Element) -> bool:
        """Whether a run is not shown, by itself or by its style or that of its paragraph."""
        own = child(run, "rPr")
        styles = self.lineage(value(child(own, "rStyle"), "val"))
        around = self.lineage(value(child(paragraph, "pPr", "pStyle"), "val"))
        looks = [own, *(child(each, "rPr") for each in (*styles, *around))]
        stated = [part for look in looks if (part := child(look, "vanish")) is not None]
        return bool(stated) and value(stated[0], "val") not in ("0", "false", "off")
