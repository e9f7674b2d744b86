"""The page whose lines are clicked for the question in the making."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from components import resources, state
from components.evaluate.questions.gold_marks import GOLD
from components.selection.question_draft import draft, take_lines
from components.selection.question_notices import forget
from components.widgets.document_pages import page_picker
from components.widgets.page_view import Mark, MarkRole, picking_view
from core.evaluation.questions.locating import lines_of_page

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from components.widgets.page_view import Picked
    from core.evaluation.questions.base import GoldLine
    from core.library import DocumentRecord
    from core.sir import Sir

_STRAY = "stray-"
_SAME = 0.5
"""Share of the smaller of two boxes that lies in the other where they are of the same line."""


def line_page(record: DocumentRecord) -> None:
    """The page of the address with all of its lines to click, and numbers of the others above."""
    sir = resources.workbench().documents.sir(record.sha)
    page = min(max(state.view().page or 1, 1), record.page_count)
    page_picker(record.page_count, page)
    lines = page_lines(sir, page)
    golds = draft().lines.get(record.sha, ())
    beside = strays(lines, golds, page)

    def picked(click: Picked) -> None:
        if click.of == record.sha and click.pages == (page,):
            forget()
            _take(record.sha, lines, beside, click.ids)

    picking_view(
        [resources.page_image(record, page)],
        [*_marks(lines, golds), *_stray_marks(beside)],
        [*taken(lines, golds), *(f"{_STRAY}{at}" for at in range(len(beside)))],
        key="question-lines",
        name=record.name,
        of=record.sha,
        page=page,
        on_pick=picked,
    )


def _take(
    document: str, lines: Sequence[PageLine], beside: Sequence[GoldLine], ids: Sequence[str]
) -> None:
    left = [gold for at, gold in enumerate(beside) if f"{_STRAY}{at}" not in ids]
    golds = [gold for gold in draft().lines.get(document, ()) if gold not in left]
    take_lines(document, pick(lines, golds, ids))


def _marks(lines: Sequence[PageLine], golds: Sequence[GoldLine]) -> Iterator[Mark]:
    """A mark for each line; where only a part of it is evidence, of that part."""
    for line in lines:
        for gold in on_line(line, golds) or line.golds:
            yield Mark(line.id, gold.box, line.text, MarkRole.LINE, GOLD)


def _stray_marks(beside: Sequence[GoldLine]) -> Iterator[Mark]:
    for at, gold in enumerate(beside):
        yield Mark(f"{_STRAY}{at}", gold.box, "Line of the answer", MarkRole.LINE, GOLD)


class PageLine(NamedTuple):
    """A line that can be taken: its boxes, parted where it has wide gaps, and its text."""

    id: str
    golds: tuple[GoldLine, ...]
    text: str


def page_lines(sir: Sir, page: int) -> list[PageLine]:
    """The lines of a 1-based page in reading order."""
    return [
        PageLine(f"{page}-{number}", piece.lines, piece.text)
        for number, piece in enumerate(lines_of_page(sir, page))
    ]


def taken(lines: Iterable[PageLine], golds: Collection[GoldLine]) -> list[str]:
    """Ids of the lines that lie where evidence is."""
    return [line.id for line in lines if on_line(line, golds)]


def on_line(line: PageLine, golds: Iterable[GoldLine]) -> list[GoldLine]:
    """The evidence that lies on a line."""
    return [gold for gold in golds if _on(line, gold)]


def strays(lines: Sequence[PageLine], golds: Iterable[GoldLine], page: int) -> list[GoldLine]:
    """Evidence on a page that lies on none of its lines, as of another parser."""
    here = [gold for gold in golds if gold.page == page]
    return [gold for gold in here if not any(_on(line, gold) for line in lines)]


def pick(
    lines: Sequence[PageLine], golds: Sequence[GoldLine], ids: Collection[str]
) -> tuple[GoldLine, ...]:
    """The evidence once exactly these lines of their page are taken; what lies elsewhere stays.

    By page, those of `lines` in reading order.
    """
    now = set(taken(lines, golds))
    left = [line for line in lines if line.id in now and line.id not in ids]
    gone = [gold for line in left for gold in on_line(line, golds)]
    staying = [gold for gold in golds if gold not in gone]
    added = [gold for line in lines if line.id in ids and line.id not in now for gold in line.golds]

    def place(gold: GoldLine) -> tuple[int, int]:
        at = (number for number, line in enumerate(lines) if _on(line, gold))
        return gold.page, next(at, len(lines))

    return tuple(sorted([*staying, *added], key=place))


def _on(line: PageLine, gold: GoldLine) -> bool:
    return any(_same(own, gold) for own in line.golds)


def _same(first: GoldLine, second: GoldLine) -> bool:
    if first.page != second.page:
        return False
    across = min(first.right, second.right) - max(first.left, second.left)
    down = min(first.bottom, second.bottom) - max(first.top, second.top)
    return across > 0 and down > 0 and across * down > _SAME * min(_area(first), _area(second))


def _area(gold: GoldLine) -> float:
    return (gold.right - gold.left) * (gold.bottom - gold.top)
