"""The tool `probe_layout_complexity`: how far the pages are from plain columns of text."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from core.inspection.results import LayoutAnswer
from core.inspection.sample import Sample, mean, share
from core.reading.display_list import UNREADABLE
from core.reading.page_signals import PageSignals, sight_reasons
from core.text.counts import number_of

if TYPE_CHECKING:
    from core.reading.page_content import PageContent

TURNED = 0.5
"""Share of a page's characters that are not upright from which on the page is turned."""

WIDE = 1.2
"""Width of a page, in times of its height, from which on it may hold two pages."""


def probe_layout_complexity(sample: Sample) -> LayoutAnswer:
    """Columns, images, tables, rulings, rotation, hidden text, forms, and pages that need sight."""
    pages = sample.signals
    kinds = Counter(kind for page in pages for kind, _ in sight_reasons(page))
    return LayoutAnswer(
        columns=mean(page.columns for page in pages),
        image_share=mean(page.image_share for page in pages),
        table_share=share(page.table_rows > 0 for page in pages),
        unruled_share=share(page.unruled_rows > 0 for page in pages),
        rulings=mean(page.rulings for page in pages),
        drawings=mean(page.drawings for page in pages),
        rotated_share=share(page.turned > TURNED for page in pages),
        two_up=share(map(_is_two_up, sample.pages, pages)) > 0.5,
        hidden_share=share(page.hidden > 0 for page in pages),
        form_fields=mean(_fields(sample, number) for number in sample.numbers),
        sight_share=share(bool(sight_reasons(page)) for page in pages),
        sight_reasons=tuple(
            f"{kind} on {number_of(count, 'page')}" for kind, count in kinds.most_common()
        ),
    )


def _is_two_up(page: PageContent, signals: PageSignals) -> bool:
    """Whether two pages stand side by side: no line of the page crosses its middle."""
    middle = page.width / 2
    lines = [line for line in page.lines if not line.hidden and line.angle == 0]
    crossing = sum(line.left < middle - 5 and line.right > middle + 5 for line in lines)
    wide = page.width > WIDE * page.height
    return wide and signals.columns > 1 and crossing <= 0.05 * len(lines)


def _fields(sample: Sample, number: int) -> int:
    """Form fields on a page (1-based)."""
    try:
        return sum(1 for _ in sample.pdf.load_page(number - 1).widgets())
    except UNREADABLE:
        return 0
