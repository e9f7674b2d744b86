"""The page whose lines are clicked for the question in the making."""

from __future__ import annotations

from typing import TYPE_CHECKING

from components import resources, state
from components.evaluate.questions.evidence_lines import on_line, page_lines, pick, strays, taken
from components.evaluate.questions.gold_marks import GOLD
from components.selection.question_draft import draft, take_lines
from components.selection.question_notices import forget
from components.widgets.document_pages import page_picker
from components.widgets.page_view import Mark, MarkRole, picking_view

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from components.evaluate.questions.evidence_lines import PageLine
    from components.widgets.page_view import Picked
    from core.evaluation.questions.base import GoldLine
    from core.library import DocumentRecord

_STRAY = "stray-"


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
