"""Lines of a column to blocks: what a reader takes for one paragraph, heading or item."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from core.parsing.hyphens import HYPHENS
from core.parsing.structuring.drop_caps import is_drop_cap
from core.parsing.structuring.formulas import is_formula, is_limit, main_lines, parts_formula
from core.parsing.structuring.markers import (
    BULLET,
    CAPTION,
    begins_list,
    is_next,
    is_ornament,
    list_marker,
    may_be_inside,
    numbering,
)
from core.parsing.structuring.sentence_ends import ENDINGS, STOPS, is_stopped, without_marks
from core.parsing.structuring.slots import Slot
from core.parsing.structuring.spacing import (
    ALIGNED,
    are_centred,
    is_far,
    is_full,
    is_short,
    spacing_of,
)
from core.parsing.structuring.type_changes import (
    changes_type,
    is_code_apart,
    is_same_sentence,
    is_unlike,
)
from core.reading.line import count_words, text_of
from core.text.words import STOP_WORDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.parsing.structuring.spacing import Spacing
    from core.reading.line import Line

Block = list["Line"]

PAUSES = tuple(",;.:!?")
"""Characters in which the last item of a list ends before its sentence goes on."""

LONGEST = 10
"""Words of a title on the line of its text, at most."""

SHORTEST = 8
"""Words of the text behind such a title, at least."""


def blocks(column: Sequence[Line]) -> list[Block]:
    """The lines of one column, cut where a new paragraph, heading or item begins."""
    if not column:
        return []
    spacing = spacing_of(column)
    mains = main_lines(column, spacing.left)
    cut: list[Block] = [[column[0]]]
    for before, line in itertools.pairwise(column):
        known = _at_formula(cut[-1], before, line, spacing, mains) if mains else None
        if _begins(cut[-1], before, line, spacing) if known is None else known:
            cut.append([])
        cut[-1].append(line)
    return [part for block in cut for part in _run_in(block)]


def _at_formula(
    block: Block, before: Line, line: Line, spacing: Spacing, mains: set[int]
) -> bool | None:
    """Whether a new block begins with `line` as a formula does or ends; None away from formulas."""
    slots = isinstance(line, Slot) or isinstance(before, Slot)
    if slots or is_far(before, line, spacing.usual):
        return None
    if is_unlike(before, line) and not is_limit(before, line):
        return None
    if parts_formula(block, line, mains):
        return True
    return False if is_formula([*block, line], mains) else None


def _run_in(block: Block) -> list[Block]:
    """A block; in two parts where it begins with a title in bold type on the line of its text.

    Only numbered titles, as "Article 4 Duties" and "2.1 Terms": other words in bold type at the
    beginning of a paragraph belong to it.
    """
    if isinstance(block[0], Slot) or not block[0].lead:
        return [block]
    whole = sum(1 for _ in itertools.takewhile(lambda line: line.lead == len(line.words), block))
    above, below = block[:whole], block[whole:]
    if below and below[0].lead:
        line = below[0]
        title, text = line.part(range(line.lead)), line.part(range(line.lead, len(line.words)))
        title.bold, text.bold = True, False
        above, below = [*above, title], [text, *below[1:]]
    is_title = count_words(below) >= SHORTEST and _is_run_in(text_of(above), below[0].words[0])
    return [above, below] if is_title else [block]


def _is_run_in(title: str, word: str) -> bool:
    """Whether words in bold type are a numbered title, and not the subject of a sentence."""
    number = numbering(title)
    if number is None or len(title.split()) > LONGEST or word[0].islower():
        return False
    deep = number.pattern == "decimal" and number.depth > 1
    return (deep or number.pattern.startswith("worded")) and sum(map(str.isalpha, title)) > 1


def _begins(block: Block, before: Line, line: Line, spacing: Spacing) -> bool:
    """Whether a new block begins with `line`."""
    if is_drop_cap(before) or is_drop_cap(line):
        return is_drop_cap(line)
    if isinstance(line, Slot) or isinstance(before, Slot) or is_far(before, line, spacing.usual):
        return True
    right = spacing.right
    if is_far(before, line, spacing.least) and _is_ended(before, line, right):
        return True
    if is_unlike(before, line) and not is_same_sentence(before, line, right):
        return True
    if is_ornament(before.text) != is_ornament(line.text) or is_code_apart(block, line, right):
        return True
    if before.text.count("(") > before.text.count(")") and ")" in line.text:
        return False
    if changes_type(block, before, line, right):
        return True
    return _begins_text(block, before, line, spacing.left, right)


def _is_ended(before: Line, line: Line, right: float) -> bool:
    """Whether a paragraph may end before a line by what both say and where the first ends."""
    full = is_full(before, line, right) and not before.text.endswith(STOPS)
    return not full and not line.words[0][0].islower() and not _is_open(before)


def _begins_text(block: Block, before: Line, line: Line, left: float, right: float) -> bool:
    """Whether a new block begins with `line`, by what is said and where the lines begin."""
    short = is_short(before, right)
    if short and _is_numbered(block, line) and not _is_open(before):
        return True
    above = without_marks(text_of(block[-2:]))  # a mark may stand on a line of its own
    ended = above.endswith(ENDINGS) or short
    lead, text = line.words[: line.lead], line.words[line.lead :]
    if lead and text and _is_run_in(" ".join(lead), text[0]):
        return ended
    if (marker := list_marker(line.text)) is not None:
        if _is_inside_item(block, line) and not begins_list(marker):
            return _is_next_item(block, line)
        if may_be_inside(marker):
            opened = above.endswith(":") or (ended and block[0].words[0] == marker)
            return opened or short or _is_next_item(block, line)
        at_left = line.left < before.left - max(line.size, before.size, 1.0)
        return ended or bool(BULLET.match(line.text)) or at_left or _is_next_item(block, line)
    if line.rtl:
        return False
    if (ended and CAPTION.match(line.text)) or _is_behind_list(block, before, line, right):
        return True
    stands_out = is_stopped(above) and len(block) > 1 and _stands_out(before, line)
    if stands_out or _is_title_above(block, before, line, right):
        return True
    indent = _indent(block, before, line, left)
    if line.words[0][0].islower() and line.left - before.left <= 0.8 * line.size:
        return False
    return is_stopped(above) and (short or indent > 0.8) and len(line.words) > 1


def _is_title_above(block: Block, before: Line, line: Line, right: float) -> bool:
    """Whether a line of text begins below a title, which ends although a word would have fitted.

    Below one without a number that stands further left, it explains a term, which it belongs to.
    """
    ends = before.text[-1].isalnum() and not _is_open(before) and not is_full(before, line, right)
    if len(block) > 1 or not ends or line.words[0][0].islower():
        return False
    if (number := numbering(before.text)) and number.depth > 1:
        return True
    running = not is_short(line, right) and len(line.words) >= SHORTEST
    return running and abs(line.left - before.left) < ALIGNED * max(line.size, 1.0)


def _indent(block: Block, before: Line, line: Line, left: float) -> float:
    """How far a line is set in beside those of its block, in times of its font size."""
    if len(block) > 1:
        left = before.left if is_drop_cap(block[0]) else block[1].left
    elif list_marker(before.text) is not None:
        left = line.left  # the lines of an item are set in
    return (line.left - left) / max(line.size, 1.0)


def _is_inside_item(block: Block, line: Line) -> bool:
    """Whether a line is set in below the mark of an item, as the lines of its text are."""
    marked = list_marker(block[0].text) is not None
    return marked and line.left - block[0].left > max(line.size, 1.0)


def _is_behind_list(block: Block, before: Line, line: Line, right: float) -> bool:
    """Whether a line goes on with what introduced the list that a block is the last item of.

    It begins further left than the item, whose last line has ended early, and in a mark as items
    within a sentence do: a centred heading has none, nor a paragraph whose first line is set in.
    """
    marked = list_marker(block[0].text) is not None and before.text[-1] in PAUSES
    if not marked or is_full(before, line, right) or are_centred(before, line):
        return False
    edge = (block[1] if len(block) > 1 else block[0]).left
    return edge - line.left > max(line.size, 1.0)


def _stands_out(before: Line, line: Line) -> bool:
    """Whether a line begins further left than the one above, and not because it is centred."""
    step = before.left - line.left
    return step > max(line.size, 1.0) and line.right - before.right < step / 2


def _is_next_item(block: Block, line: Line) -> bool:
    """Whether a line begins with the number behind that of an item, below it.

    Not where the lines of the item begin below its number: these may count within a sentence.
    """
    item = block[0]
    if len(block) > 1 and block[1].left - item.left < ALIGNED * max(line.size, 1.0):
        return False
    marker, before = list_marker(line.text), list_marker(item.text)
    if marker is None or before is None or not is_next(marker, before):
        return False
    (left, _, right, _), (left_before, _, right_before, _) = line.boxes[0], item.boxes[0]
    apart = min(abs(left - left_before), abs(right - right_before))
    return apart < ALIGNED * max(line.size, 1.0)


def _is_numbered(block: Block, line: Line) -> bool:
    """Whether a numbered title begins with `line`, or a worded one is all of the block so far."""
    if numbering(line.text) is not None:
        return True
    above = numbering(block[0].text) if len(block) == 1 else None
    return above is not None and above.pattern.startswith(("worded", "enumerated"))


def _is_open(line: Line) -> bool:
    """Whether a line ends in a word such as "for" or "COVID-", behind which a number may stand."""
    return line.words[-1].lower() in STOP_WORDS or line.words[-1][-1] in HYPHENS
