"""The tool `test_rule_adherence`: how far rules get at the headings of a document."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from core.inspection.results import RulesAnswer
from core.inspection.sample import Sample, share
from core.reading.cell_rows import pieces, table_rows
from core.reading.line import Line, count_letters

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.reading.page_content import PageContent

NUMBERED = re.compile(
    r"^(?:\d{1,2}(?:\.\d{1,3}){1,4}\.?|\d{1,2}\.?|[IVX]{1,5}\.|[A-Z]\.)\s+[^\W\d_a-z]"
    r"|^(?i:part|chapter|section|article|annex|appendix|teil|kapitel|abschnitt|artikel|anhang"
    r"|chapitre|sezione|capitolo|cap\u00edtulo|art\.|\u00a7)\s*(?:\d|[IVXLC]+\b|[A-Z]\b)"
)
"""A section number, with the word before it where there is one."""

DEEP = re.compile(r"^\d{1,2}(?:\.\d{1,3}){1,4}\.?\s+[^\W\d_a-z]")
"""A number of two levels or more, which makes a heading of a line in the font of the text."""

LARGER = 1.12
"""How much larger than running text a heading is set at least."""

LONGEST = 12
"""Words of a heading at most."""

WORD = 5.0
"""Characters of a word, for scripts too that put no spaces between words."""

SHORT = 0.5
"""Width of a line, in times of the usual one, up to which it is short."""

FULL = 0.8
"""Width of a line, in times of the usual one, from which it fills its column."""

REPEATED = 3
"""Pages of the sample on which a line must stand to be a running header or footer."""

CLOSE = 2.0
"""Gap between two pieces of one line, in times of its height, at most: as behind a number."""


def test_rule_adherence(sample: Sample) -> RulesAnswer:
    """Headings by number, size and weight, agreement with the outline, and share of prose."""
    pages = [_text_lines(page) for page in sample.pages]
    lines = [line for page in pages for line in page]
    words = count_letters(lines) / WORD
    body = _body(lines)
    headings = _headings(pages, body)
    width = _usual_width(lines, body)
    return RulesAnswer(
        headings=round(1000 * len(headings) / words, 1) if words else 0.0,
        numbered=share(bool(NUMBERED.match(line.text)) for line in headings),
        size_steps=len({line.size for line in headings if line.size >= LARGER * body.size}),
        outline_agreement=_agreement(sample, pages),
        paragraph_share=_full_share(lines, width),
        short_lines=share(line.width < SHORT * width for line in lines),
    )


def _text_lines(page: PageContent) -> list[Line]:
    """Upright lines that a reader can see, from the top down."""
    upright = [line for line in page.lines if not line.hidden and line.angle == 0]
    in_tables = [row[0].middle for row in table_rows(pieces(upright), page.width)]
    lines: list[Line] = []
    for line in sorted(upright, key=lambda line: (round(line.middle), line.left)):
        if any(abs(line.middle - middle) < 0.4 * line.height for middle in in_tables):
            continue
        if lines and _is_beside(lines[-1], line):
            lines[-1] = _joined(lines[-1], line)
        else:
            lines.append(line)
    return lines


def _is_beside(last: Line, line: Line) -> bool:
    """Whether a piece goes on with the line of another."""
    level = abs(last.middle - line.middle) < 0.4 * line.height
    return level and -0.5 * line.height < line.left - last.right < CLOSE * line.height


def _joined(line: Line, piece: Line) -> Line:
    """One line in the font of its longer part."""
    main = max(line, piece, key=lambda part: len(part.text))
    return replace(main, words=line.words + piece.words, boxes=line.boxes + piece.boxes)


class _Body(NamedTuple):
    size: float
    bold: bool


def _body(lines: Iterable[Line]) -> _Body:
    """The font that most characters are set in."""
    fonts: Counter[_Body] = Counter()
    for line in lines:
        fonts[_Body(line.size, line.bold)] += count_letters([line])
    return fonts.most_common(1)[0][0] if fonts else _Body(10.0, bold=False)


def _headings(pages: Sequence[Sequence[Line]], body: _Body) -> list[Line]:
    """The first line of each heading, without what repeats from page to page."""
    pages_of = Counter(key for page in pages for key in {_key(line) for line in page})
    headings: list[Line] = []
    for page in pages:
        last: Line | None = None
        for line in page:
            if not _stands_out(line, body) or pages_of[_key(line)] >= REPEATED:
                last = None
                continue
            if last is None or not _goes_on(last, line):
                headings.append(line)
            last = line
    return headings


def _stands_out(line: Line, body: _Body) -> bool:
    text = line.text
    letters = [char for char in text if char.isalpha()]
    if len(letters) < 2 or len(line.words) > LONGEST or text[-1] in ".,;" or letters[0].islower():
        return False
    capitals = len(letters) > 4 and all(map(str.isupper, letters))
    weight = line.bold and not body.bold and line.size >= 0.9 * body.size
    numbered = DEEP.match(text) is not None
    return line.size >= LARGER * body.size or weight or capitals or numbered


def _goes_on(last: Line, line: Line) -> bool:
    """Whether a line is the next one of the same heading."""
    same = last.size == line.size and last.bold == line.bold
    return same and line.top - last.bottom < 0.7 * line.height and not NUMBERED.match(line.text)


def _key(line: Line) -> str:
    """The text of a line, equal for running lines that differ in a number only."""
    return re.sub(r"\d+", "#", line.text.lower())


def _usual_width(lines: Sequence[Line], body: _Body) -> float:
    """The width of a column: three quarters of the lines of running text are narrower."""
    widths = sorted(line.width for line in lines if line.size == body.size)
    return widths[len(widths) * 3 // 4] if widths else 1.0


def _full_share(lines: Sequence[Line], width: float) -> float:
    """The share of the characters in lines that fill their column."""
    full = sum(len(line.text) for line in lines if line.width >= FULL * width)
    return round(full / max(sum(len(line.text) for line in lines), 1), 2)


def _agreement(sample: Sample, pages: Sequence[Sequence[Line]]) -> float | None:
    """The share of the outline's entries that stand as a line on the page that they lead to."""
    texts = {
        page.number: [_letters(line.text) for line in lines]
        for page, lines in zip(sample.pages, pages, strict=True)
    }
    entries = [(_letters(title), number) for _, title, number in sample.outline if number in texts]
    return share(_stands(title, texts[number]) for title, number in entries) if entries else None


def _stands(title: str, lines: Iterable[str]) -> bool:
    """Whether a line begins the title, or the title a line."""
    return any(
        len(line) > 3 and (title.startswith(line) or line.startswith(title)) for line in lines
    )


def _letters(text: str) -> str:
    return "".join(char for char in text.lower() if char.isalpha())
