"""Pictures of a record: cut-outs around the lines of each quote, and the cited pages whole."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, NamedTuple

from PIL import Image

from core.errors import Cancelled, SightlineError
from core.export.answer_record.base import AnswerRecord, CutOut, RecordedPage, RecordedQuote
from core.export.answer_record.marking import AGAINST, CITED, framed, grounds, marked
from core.geometry import BoundingBox
from core.sir import Location

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from core.progress import Progress
    from core.rendering import PageImage
    from core.spans import LineBox

    Crop = Callable[[str, BoundingBox], PageImage]
    """Draws a part of a page of a document, named by its SHA-256."""
    Draw = Callable[[str, int], PageImage]
    """Draws a page (1-based) of a document."""

_CONTEXT = 2.6
"""Lines above and below the marked ones that are shown, in heights of a line."""
_LEAST, _MOST = 0.02, 0.06
"""The same at least and at most, in heights of the page: vertical lines are very high."""
_APART = 0.12
"""Heights of a page between lines that are shown in two cut-outs."""


class _Place(NamedTuple):
    quote: int
    frame: BoundingBox


def with_cut_outs(
    record: AnswerRecord, crop: Crop, progress: Progress | None = None
) -> AnswerRecord:
    """The record with cut-outs of all of its quotes; a page that cannot be drawn has none.

    `progress` counts cut-outs and may raise `Cancelled`.
    """
    places = [
        _Place(at, frame) for at, quote in enumerate(record.quotes) for frame in frames(quote.lines)
    ]
    drawn: list[list[CutOut]] = [[] for _ in record.quotes]
    for done, place in enumerate(places, start=1):
        quote = record.quotes[place.quote]
        if (picture := _drawn(lambda q=quote, p=place: crop(q.document, p.frame))) is not None:
            drawn[place.quote].append(_cut_out(quote, place.frame, picture))
        if progress:
            progress(done, len(places))
    quotes = zip(record.quotes, drawn, strict=True)
    return record.model_copy(
        update={"quotes": tuple(q.model_copy(update={"cut_outs": tuple(c)}) for q, c in quotes)}
    )


def with_pages(record: AnswerRecord, draw: Draw) -> AnswerRecord:
    """The record with the picture of each page that has lines of a quote and can be drawn."""
    labels = {
        (quote.document, page): label
        for quote in record.quotes
        for page, label in zip(quote.pages, quote.labels, strict=True)
    }
    order = {source.sha: at for at, source in enumerate(record.sources)}
    pages: list[RecordedPage] = []
    for document, number in sorted(labels, key=lambda key: (order[key[0]], key[1])):
        picture = _drawn(lambda d=document, n=number: draw(d, n))
        if picture is not None:
            pages.append(
                RecordedPage(
                    document=document,
                    number=number,
                    label=labels[document, number],
                    width=picture.width,
                    height=picture.height,
                    mime=picture.mime,
                    data=picture.data,
                )
            )
    return record.model_copy(update={"pages": tuple(pages)})


def frames(lines: Sequence[LineBox]) -> list[BoundingBox]:
    """The parts of pages that show lines: as wide as the page, with some of the text around.

    Lines far apart on a page are shown apart, in the order of the quote.
    """
    placed = [line.box for line in lines if line.location is not Location.UNLOCATED]
    return [
        _frame(number, group)
        for number in dict.fromkeys(box.page for box in placed)
        for group in _groups([box for box in placed if box.page == number])
    ]


def _groups(boxes: Sequence[BoundingBox]) -> Iterator[list[BoundingBox]]:
    """Boxes of a page that lie near each other from top to bottom; groups in order of the first."""
    groups: list[list[int]] = []
    end = 0.0
    for at in sorted(range(len(boxes)), key=lambda at: boxes[at].top):
        if not groups or boxes[at].top - end > _APART:
            groups.append([])
        groups[-1].append(at)
        end = max(end, boxes[at].bottom)
    for group in sorted(groups, key=min):
        yield [boxes[at] for at in group]


def _frame(page: int, boxes: Sequence[BoundingBox]) -> BoundingBox:
    heights = sorted(box.height for box in boxes)
    context = min(max(_CONTEXT * heights[len(heights) // 2], _LEAST), _MOST)
    top = max(min(box.top for box in boxes) - context, 0.0)
    return BoundingBox(page, 0.0, top, 1.0, min(max(box.bottom for box in boxes) + context, 1.0))


def _drawn(draw: Callable[[], PageImage]) -> PageImage | None:
    try:
        return draw()
    except Cancelled:
        raise
    except SightlineError:
        return None


def _cut_out(quote: RecordedQuote, frame: BoundingBox, picture: PageImage) -> CutOut:
    lines = [line for line in quote.lines if line.box.page == frame.page]
    part = Image.open(io.BytesIO(picture.data))
    image = framed(marked(part, frame, grounds(lines, colour_of_quote(quote), part, frame)))
    out = io.BytesIO()
    image.save(out, "PNG", optimize=True)
    label = dict(zip(quote.pages, quote.labels, strict=True)).get(frame.page, "")
    return CutOut(
        page=frame.page, label=label, width=image.width, height=image.height, png=out.getvalue()
    )


def colour_of_quote(quote: RecordedQuote) -> str:
    """The colour of the marks of a quote, by whether it is part of the answer."""
    return CITED if quote.number else AGAINST
