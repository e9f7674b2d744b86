"""Where the type of a text changes between two lines, and whether its paragraph goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.parsing.structuring.markers import is_mark
from core.parsing.structuring.sentence_ends import ENDINGS, STOPS
from core.parsing.structuring.spacing import ALIGNED, are_centred, is_full, is_short

if TYPE_CHECKING:
    from core.parsing.structuring.blocks import Block
    from core.reading.line import Line

FARTHEST = 4.0
"""Times the font size by which the second line of a heading is set in at most."""

OTHER = 0.06
"""Share of the font size by which two lines of one heading differ at most."""

ROOM = 0.5
"""Times the font size that a word needs beside its own width, to stand at the end of a line."""

SMALLEST_INLINE = 0.65
"""Size of the smaller type of a sentence, as of code in it, in times of the larger, at least."""


def is_unlike(before: Line, line: Line) -> bool:
    """Whether two lines differ in size, and not by a few raised or lowered characters."""
    size = max(line.size, before.size, 1.0)
    return abs(line.size - before.size) > 0.12 * size and not _is_inline(before, line)


def is_same_sentence(before: Line, line: Line, right: float) -> bool:
    """Whether a sentence goes on in a line that is mostly of another size, as where code is."""
    smaller, larger = sorted((before.size, line.size))
    alike = before.bold == line.bold and smaller > SMALLEST_INLINE * larger
    aligned = abs(line.left - before.left) < ALIGNED * larger
    return alike and aligned and _is_open_sentence(before, line, right)


def is_code_apart(block: Block, line: Line, right: float) -> bool:
    """Whether code begins or ends below a line that had room for the next word, as no text does.

    What is set in below a line of code explains it, and a sentence may go on in code. What begins
    with a sign is code whose letters are too few to tell their widths.
    """
    before, first = block[-1], line.words[0][0]
    explains = before.monospaced and line.left - before.left > line.size
    goes_on = first.islower() and not before.text.endswith(STOPS)
    goes_on |= not line.monospaced and not first.isalnum()
    if before.monospaced == line.monospaced or explains or goes_on:
        return False
    if line.monospaced and len(block) > 1:
        right = min(right, max(above.right for above in block))
    left, _, end, _ = line.boxes[0]
    return right - before.right > end - left + ROOM * line.size


def changes_type(block: Block, before: Line, line: Line, right: float) -> bool:
    """Whether bold type begins or ends between two lines, or its colour, slant or edge changes."""
    if _runs_on(before, line, right):
        return False
    short, starts = is_short(before, right), _starts_bold(line)
    ended = short or before.text.endswith(STOPS)
    if line.bold != before.bold:
        titled = len(block) == 1 and _starts_bold(before)
        return starts or titled or (ended if line.bold else short)
    if line.bold and starts != _starts_bold(before):
        whole = before.lead == len(before.words) and not line.words[0][0].islower()
        return ended if starts else whole
    return line.bold and (before.colour != line.colour or (short and _looks_other(before, line)))


def _starts_bold(line: Line) -> bool:
    """Whether a line is in bold type from its first word on, or from the one behind its number."""
    return line.bold and (line.lead > 0 or is_mark(line.words[0]))


def _runs_on(before: Line, line: Line, right: float) -> bool:
    """Whether a paragraph goes on in the next line, in which bold type may begin or end.

    Either its sentence does, or the text behind a few bold words that end as a title does.
    """
    if _is_open_sentence(before, line, right):
        return True
    titled = 0 < before.lead < len(before.words) and before.words[before.lead - 1][-1] in ENDINGS
    return before.bold and titled and not line.bold and is_full(before, line, right)


def _is_open_sentence(before: Line, line: Line, right: float) -> bool:
    """Whether a full line has no end, and the next begins as no heading or sentence does."""
    first = line.words[0]
    plain = line.bold and not line.lead and first.isalpha()
    goes_on = first[0].islower() or plain
    return goes_on and before.text[-1] not in ENDINGS and is_full(before, line, right)


def _looks_other(before: Line, line: Line) -> bool:
    """Whether two lines in bold type differ in slant or size, or are not aligned at all."""
    if before.italic != line.italic or abs(line.size - before.size) > OTHER * before.size:
        return True
    indent = abs(line.left - before.left) / line.size
    return indent > FARTHEST and not are_centred(before, line)


def _is_inline(before: Line, line: Line) -> bool:
    """Whether two sizes stand in one paragraph: a few characters are raised or lowered."""
    return (
        abs(line.size - before.size) < 0.35 * before.size
        and min(len(line.words), len(before.words)) <= 1
        and line.bottom - before.bottom < 0.6 * before.size
    )
