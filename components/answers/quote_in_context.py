"""A quote within the whole unit that it belongs to, and the lines around that, on demand."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import streamlit as st

from components import state
from components.answers.table_row import row_html
from components.widgets.quote import quote_block, quote_lines
from core.evidence.quotable_units import quoted
from core.evidence.row_cells import group_words, header_words, row_cells
from core.evidence.rows_above import row_meant_above
from core.evidence.surrounding_lines import lines_above, lines_below
from core.evidence.table_rows import groups_of, header_of
from core.spans import Span, between, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.sir import Sir

_AROUND = "sightline.around"
_STEP = 3
"""Lines that a click adds."""
_LINE, _COLUMNS = 1.5, 2.0
"""Height (rem) of a line of a quote, and of the headings of columns above it."""
_BEGINNING = (
    '<span style="display:inline-block;scroll-initial-target:nearest;scroll-snap-align:start;'
    'scroll-margin-top:1.6rem"></span>'
)
"""Where a quote that scrolls is shown at first: a line above the cited words, not at the beginning
of the unit that they stand in. Browsers that do not know it begin there."""


def rest_of(whole: Sequence[Span], cited: Sequence[Span]) -> tuple[Span, ...]:
    """What a unit holds beside the cited words; empty where the quote is all of it."""
    return tuple(part for span in whole for part in _without(span, cited))


def _without(span: Span, cited: Sequence[Span]) -> Iterator[Span]:
    start = span.start
    for each in sorted(each for each in cited if each.node == span.node):
        if each.start > start:
            yield Span(span.node, start, min(each.start, span.end))
        start = max(start, each.end)
    if start < span.end:
        yield Span(span.node, start, span.end)


def around(place: str) -> tuple[int, int]:
    """How many lines above and below are shown of the quote at a place."""
    shown, above, below = state.kept(_AROUND, ("", 0, 0))
    return (above, below) if shown == place else (0, 0)


def quote_in_context(sir: Sir, spans: Sequence[Span], whole: Sequence[Span], place: str) -> str:
    """HTML of a quote within its unit and the lines that are wanted; a row under its headings.

    Above a row stands what names its group, below one that says "as above" the row that it means.
    """
    meant, group = _row_meant(sir, spans), _beside("Group", group_words(sir, spans))
    if (cells := row_cells(sir, spans)) and around(place) == (0, 0):
        return quote_block(f'{group}<div class="cited">{row_html(cells)}</div>{meant}')
    above = header_words(sir, spans)
    columns = f'<i style="opacity:.8">Columns: {escape(above)}</i>\n' if above else ""
    return quote_block(group + columns + _in_unit(sir, whole, spans, place) + meant)


def _row_meant(sir: Sir, spans: Sequence[Span]) -> str:
    cells = row_meant_above(sir, spans)
    words = " │ ".join(" ".join(quoted(sir, [cell]).split()) for cell in cells)
    return _beside("The row above", words)


def _beside(what: str, words: str) -> str:
    """Words of other rows, and what they are; empty without any."""
    if not words:
        return ""
    return f'<div style="opacity:.8;font-size:.9em"><i>{what}:</i> {escape(words)}</div>'


def quote_height(sir: Sir, spans: Sequence[Span], whole: Sequence[Span]) -> float:
    """About how high (rem) a quote is in its unit, in a small window."""
    lines = quote_lines(quoted(sir, sorted({*spans, *rest_of(whole, spans)})))
    columns = _COLUMNS if header_of(sir, spans) else 0.0
    return _LINE * lines + columns + (_LINE if groups_of(sir, spans) else 0.0)


def _in_unit(sir: Sir, whole: Sequence[Span], cited: Sequence[Span], place: str) -> str:
    above, below = around(place)
    parts = [*lines_above(sir, whole, above)] if above else []
    unit = sorted([*rest_of(whole, cited), *cited])
    html = [_grey(sir, parts), _unit(sir, unit, cited)]
    if below:
        html.append(_grey(sir, lines_below(sir, whole, below)))
    return "".join(html)


def context_buttons(place: str) -> None:
    """Buttons that widen what is shown around the unit, to be drawn beside each other."""
    above, below = around(place)
    for label, icon, more in (
        ("More lines above", "expand_less", (above + _STEP, below)),
        ("More lines below", "expand_more", (above, below + _STEP)),
    ):
        st.button(
            label,
            key=f"around-{icon}",
            type="tertiary",
            icon=f":material/{icon}:",
            on_click=_widen,
            args=(place, *more),
        )
    if above or below:
        st.button(
            "Only the quote",
            key="around-none",
            type="tertiary",
            on_click=_widen,
            args=(place, 0, 0),
        )


def _widen(place: str, above: int, below: int) -> None:
    state.keep(_AROUND, (place, above, below))


def _grey(sir: Sir, lines: Sequence[Span]) -> str:
    if not lines:
        return ""
    words = "\n".join(" ".join(quoted(sir, [line]).split()) for line in lines)
    return f'<div style="opacity:.72;font-size:.9em">{escape(words)}</div>'


def _unit(sir: Sir, unit: Sequence[Span], cited: Sequence[Span]) -> str:
    html: list[str] = []
    is_marked = False
    for place, span in enumerate(unit):
        if place:
            html.append(escape(between(sir, unit[place - 1], span).replace("\n\n", "\n")))
        words = escape(text_of(sir, span))
        part = any(span.node == c.node and c.start <= span.start < c.end for c in cited)
        if not part:
            words = f'<span style="opacity:.78;font-style:italic">{words}</span>'
        elif html and not is_marked:
            html.append(_BEGINNING)
        is_marked = is_marked or part
        html.append(words)
    return "".join(html)
