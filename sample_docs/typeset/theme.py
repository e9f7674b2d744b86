"""What one sample looks like: language, colour, standing words, paragraph styles."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pyphen import Pyphen
from reportlab.lib.colors import Color, HexColor
from reportlab.lib.enums import TA_JUSTIFY, TA_LEFT
from reportlab.lib.styles import ParagraphStyle

from sample_docs.typeset import fonts

INK = HexColor(0x1F2328)
GREY = HexColor(0x667079)
RULE = HexColor(0xC4CACF)


@dataclass(frozen=True)
class Theme:
    """Standing choices of one document."""

    title: str
    """Full title, for the file's metadata."""
    short_title: str
    """Title in the running header."""
    notice: str
    """Sentence that says on every page that the document is fictional."""
    accent: str
    """Restrained colour of headings and rules, as #rrggbb."""
    language: str = "en_GB"
    """Hyphenation dictionary of pyphen."""
    author: str = ""
    contents: str = "Contents"
    chapter: str = ""
    """Word before a chapter's number, if any."""
    recommendation: str = "Recommendation"
    table: str = "Table"
    figure: str = "Figure"
    body_size: float = 10.0
    leading: float = 14.2

    @cached_property
    def color(self) -> Color:
        """The accent colour."""
        return HexColor(self.accent)

    @cached_property
    def tint(self) -> Color:
        """A pale version of the accent colour, for backgrounds."""
        accent = self.color
        return Color(*(1 - (1 - part) * 0.09 for part in (accent.red, accent.green, accent.blue)))

    @cached_property
    def styles(self) -> dict[str, ParagraphStyle]:
        """Paragraph styles by name."""
        return _styles(self)


def _hyphenator(language: str) -> Callable[[str], Iterable[tuple[str, str]]]:
    """Splits of a plain word, at least three letters on each side; others are left alone."""
    dictionary = Pyphen(lang=language, left=3, right=3)

    def splits(word: str) -> Iterable[tuple[str, str]]:
        return dictionary.iterate(word) if word.isalpha() and not word.isupper() else ()

    return splits


def _styles(theme: Theme) -> dict[str, ParagraphStyle]:
    base = ParagraphStyle(
        "base",
        fontName=fonts.SERIF,
        fontSize=theme.body_size,
        leading=theme.leading,
        textColor=INK,
        splitLongWords=0,
        bulletFontName=fonts.SERIF,
        bulletFontSize=theme.body_size,
    )
    small: dict[str, Any] = {"fontSize": theme.body_size - 1.6, "leading": theme.leading - 3.0}
    sans: dict[str, Any] = {"fontName": fonts.SANS}
    strong: dict[str, Any] = {
        "fontName": fonts.SANS_BOLD,
        "textColor": theme.color,
        "keepWithNext": 1,
    }
    # An orphaned first line makes page ends ragged; reportlab keeps two lines together.
    flowing: dict[str, Any] = {
        "alignment": TA_JUSTIFY,
        "hyphenationLang": _hyphenator(theme.language),
        "embeddedHyphenation": 1,
        "hyphenationMinWordLength": 7,
        "allowOrphans": 0,
    }
    made = [
        ParagraphStyle("body", base, **flowing, allowWidows=0, spaceAfter=6.5),
        ParagraphStyle("flush", base, alignment=TA_LEFT, spaceAfter=6.5),
        ParagraphStyle(
            "lead", base, **sans, fontSize=11, leading=15.5, textColor=GREY, spaceAfter=10
        ),
        ParagraphStyle(
            "h1", base, **strong, fontSize=20, leading=24, spaceBefore=22, spaceAfter=12
        ),
        ParagraphStyle(
            "h2", base, **strong, fontSize=13, leading=16.5, spaceBefore=11, spaceAfter=5
        ),
        ParagraphStyle(
            "h3", base, **strong, fontSize=10.8, leading=14, spaceBefore=7, spaceAfter=3.5
        ),
        ParagraphStyle("item", base, **flowing, leftIndent=15, bulletIndent=3, spaceAfter=3.2),
        ParagraphStyle("clause1", base, **flowing, leftIndent=24, bulletIndent=0, spaceAfter=5),
        ParagraphStyle("clause2", base, **flowing, leftIndent=44, bulletIndent=24, spaceAfter=3.5),
        ParagraphStyle("box", base, **sans, leading=theme.leading - 0.4),
        ParagraphStyle("boxhead", base, fontName=fonts.SANS_BOLD, **small, textColor=theme.color),
        ParagraphStyle("boxnote", base, **sans, **small, textColor=GREY),
        ParagraphStyle("cell", base, **sans, **small),
        ParagraphStyle(
            "cellhead", base, fontName=fonts.SANS_BOLD, **small, textColor=HexColor(0xFFFFFF)
        ),
        ParagraphStyle(
            "caption", base, **sans, **small, keepWithNext=1, spaceBefore=8, spaceAfter=4
        ),
        ParagraphStyle("longcaption", base, **sans, **small, spaceBefore=8, spaceAfter=4),
        ParagraphStyle("below", base, **sans, **small, spaceBefore=4, spaceAfter=12),
        ParagraphStyle("note", base, **small, bulletFontSize=theme.body_size - 1.6, leftIndent=11),
        ParagraphStyle(
            "reference", base, **small, leftIndent=14, firstLineIndent=-14, spaceAfter=3
        ),
        ParagraphStyle("toc1", base, fontName=fonts.SANS_BOLD, leading=12.8, spaceBefore=4),
        ParagraphStyle("toc2", base, **sans, fontSize=theme.body_size - 0.4, leading=12.6),
    ]
    return {style.name: style for style in made}
