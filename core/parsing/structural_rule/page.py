"""One page by rule: its tables by their rulings, its columns in reading order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.parsing.structural_rule.charts import charts
from core.parsing.structural_rule.reading_order import reading_order
from core.parsing.structuring.angles import text_at_an_angle
from core.parsing.structuring.blocks import blocks
from core.parsing.structuring.slots import Slot, figures, frames

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.parsing.elements import Element
    from core.parsing.structuring.classify import Classifier
    from core.reading.line import Line
    from core.reading.page_content import PageContent


def columns_by_rule(
    content: PageContent, tables: Sequence[Slot], classifier: Classifier
) -> list[list[Element]]:
    """The elements of each column of a page in reading order; text at an angle comes last."""
    slots, boxes = [*tables, *charts(content)], frames(content)
    visible = [line for line in content.lines if not line.hidden]
    upright: list[Line] = [line for line in visible if line.angle == 0]
    slots += figures(content)
    found = [
        classifier.column(blocks(column), content.height, boxes)
        for column in reading_order([*upright, *slots])
    ]
    return [*found, text_at_an_angle(visible, classifier.body)]
