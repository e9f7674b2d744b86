"""Places of quotes in an address, so that a link leads anyone to the very words.

A place is `<node id>:<start>-<end>`, or `<node id>:<start>-<node id>:<end>` where it goes on to a
later node; characters are counted from 0, the end is not included. Words that leave some out in
between have several places, parted by commas.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.spans import Span, text_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.sir import Sir

_PLACE = re.compile(r"([0-9a-f]+):([0-9]{1,9})-(?:([0-9a-f]+):)?([0-9]{1,9})")


def encode_place(sir: Sir, spans: Sequence[Span]) -> str:
    """The place of spans in reading order; empty where they hold no words."""
    runs: list[list[Span]] = []
    for span in spans:
        if not text_of(sir, span).strip():
            continue
        if runs and _follows(sir, runs[-1][-1], span):
            runs[-1].append(span)
        else:
            runs.append([span])
    return ",".join(_encoded(sir, run[0], run[-1]) for run in runs)


def decode_place(sir: Sir, place: str) -> tuple[Span, ...]:
    """The spans at a place, without white space at their ends; empty if there is no such place."""
    runs = [_decoded(sir, run) for run in place.split(",")]
    return tuple(span for run in runs for span in run) if all(runs) else ()


def _follows(sir: Sir, before: Span, after: Span) -> bool:
    first, last = sir.nodes[before.node].text, sir.nodes[after.node].text
    if before.node == after.node:
        between = first[before.end : after.start]
    else:
        inner = (sir.nodes[index].text for index in range(before.node + 1, after.node))
        between = "".join((first[before.end :], *inner, last[: after.start]))
    return not between.strip()


def _encoded(sir: Sir, first: Span, last: Span) -> str:
    start = f"{sir.nodes[first.node].id}:{first.start}"
    end = "" if last.node == first.node else f"{sir.nodes[last.node].id}:"
    return f"{start}-{end}{last.end}"


def _decoded(sir: Sir, place: str) -> tuple[Span, ...]:
    match = _PLACE.fullmatch(place)
    if not match:
        return ()
    known = {node.id: index for index, node in enumerate(sir.nodes)}
    first, last = known.get(match[1]), known.get(match[3] or match[1])
    if first is None or last is None or last < first:
        return ()
    spans = []
    for index in range(first, last + 1):
        text = sir.nodes[index].text
        low = int(match[2]) if index == first else 0
        high = min(int(match[4]), len(text)) if index == last else len(text)
        inner = text[low:high]
        if inner.strip():
            start = low + len(inner) - len(inner.lstrip())
            spans.append(Span(index, start, start + len(inner.strip())))
    return tuple(spans)
