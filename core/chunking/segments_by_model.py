"""Where segments of a narrative begin, by a language model: numbered paragraphs out, numbers back.

Source: TopoChunker, section 3.1.1 (path 2 calls the Semantic_Slicer on the flat text), 3.3.1.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from core.chunking.asking import fitting
from core.chunking.slicing import Piece
from core.chunking.slicing_by_model import WINDOW, WORDS, plan
from core.parsing.semantic_flow.given_segments import GivenSegments, flow_digest
from core.parsing.semantic_flow.segments import APART, LONGEST, SHORTEST, TEXT
from core.sir import HEADINGS, ElementType, Sir
from core.text.counts import number_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.errors import ModelError
    from core.llm.model import Task
    from core.progress import Progress
    from core.tokens import TokenStream

STAGE = "segment"
"""Name of this work in the ledger."""
_OWN = WINDOW * 3 // 4
"""Tokens of a window without the paragraph that it repeats from the one before."""


class Paragraph(NamedTuple):
    """An element of the flow: its number there, its node, and its range of the token stream."""

    number: int
    node: int
    start: int
    end: int


def windows(stream: TokenStream) -> list[list[Paragraph]]:
    """What the model is shown at once: neighbours of runs that are long enough to be parted.

    Each begins with the last paragraph of the one before, so that every gap is seen.
    """
    shown: list[list[Paragraph]] = []
    for run in _runs(stream):
        lengths = [paragraph.end - paragraph.start for paragraph in run]
        bounds = fitting(lengths, _OWN)
        shown += [run[max(low - 1, 0) : high] for low, high in bounds]
    return [window for window in shown if len(window) > 1]


def ask(task: Task, stream: TokenStream, progress: Progress | None = None) -> GivenSegments:
    """The segments that the model chooses. No error of the model leaves it, unless all failed.

    `progress` counts windows.

    Raises:
        ModelError: no answer could be used.
        Cancelled: `progress` asked for it.
    """
    shown = windows(stream)
    passages = [
        [Piece(each.start, each.end, stream.sir.nodes[each.node].type not in TEXT) for each in run]
        for run in shown
    ]
    capacity = int(LONGEST / WORDS)
    planned = plan(task, stream, passages, capacity, progress, paragraphs=True)
    if planned.errors and all(places is None for places in planned.parts):
        raise planned.errors[0]
    answered = [
        (window, places)
        for window, places in zip(shown, planned.parts, strict=True)
        if places is not None
    ]
    return GivenSegments(
        model=task.model.name,
        digest=flow_digest(flow_texts(stream.sir)),
        begins=tuple(window[place].number for window, places in answered for place in places),
        gaps=tuple(each.number for window, _ in answered for each in window[1:]),
        notices=_notices(task.model.name, len(shown), planned.errors, planned.repairs),
    )


def flow_elements(sir: Sir) -> list[int]:
    """Nodes that are the elements of the flow, in reading order, out of segments."""
    holders = HEADINGS | {ElementType.ROOT, ElementType.SEGMENT}
    nodes = sir.nodes
    return [
        at
        for at in range(1, sir.flow)
        if nodes[at].type is not ElementType.SEGMENT and nodes[nodes[at].parent].type in holders
    ]


def flow_texts(sir: Sir) -> list[str]:
    """The texts of the elements of the flow, with all that they hold."""
    wholes = [
        [node] if sir.nodes[node].type in HEADINGS else sir.walk(node)
        for node in flow_elements(sir)
    ]
    return ["".join(sir.nodes[at].text for at in whole) for whole in wholes]


def _runs(stream: TokenStream) -> list[list[Paragraph]]:
    nodes = stream.sir.nodes
    flow = [
        Paragraph(number, node, *_range(stream, node))
        for number, node in enumerate(flow_elements(stream.sir))
    ]
    runs = groupby(flow, key=lambda each: nodes[each.node].type in APART)
    together = [list(run) for apart, run in runs if not apart]
    return [run for run in together if len(run) > 1 and _words(stream, run) >= 2 * SHORTEST]


def _range(stream: TokenStream, node: int) -> tuple[int, int]:
    """The tokens of an element; only its own of a heading, which is followed by its section."""
    whole = stream.sir.nodes[node].type not in HEADINGS
    return stream.subtree(node) if whole else stream.own(node)


def _words(stream: TokenStream, run: Sequence[Paragraph]) -> int:
    return sum(len(stream.text(each.start, each.end).split()) for each in run)


def _notices(
    model: str, shown: int, errors: Sequence[ModelError], repairs: Sequence[str]
) -> tuple[str, ...]:
    notices: list[str] = []
    if errors:
        notices.append(
            f"{model} did not part {len(errors)} of {shown} stretches of text: {errors[0]} "
            "Distances between paragraphs decided there."
        )
    if repairs:
        of = number_of(len(repairs), "answer")
        notices.append(f"Of {model}, {of} on where topics change held numbers that cannot be used.")
    return tuple(notices)
