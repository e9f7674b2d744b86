"""What a chart of a document's structure draws: sections and what they hold, the tiny in groups."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from components.labels.elements import class_words
from components.widgets.listbox.tree_rows import first_words
from components.widgets.node_marks import describe
from core.sir import HEADINGS, ElementType, Sir

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.tokens import TokenStream

SECTIONS = HEADINGS | {ElementType.SEGMENT}
"""Nodes that are drawn with what they hold."""
LEVELS = 3
"""Levels below the opened section that are drawn."""
_LEAST = 1 / 48
"""Share of the opened section that a part needs to be drawn by itself: about a line of text."""


class Part(NamedTuple):
    """One piece of the chart: `node` and, up to `last`, neighbours too small to be seen alone.

    `parent` is the node of the part it lies in, -1 for the document; `tokens` counts all below.
    `depth` is 0 for the document; `hue` counts the main sections, -1 where there is none.
    """

    node: int
    last: int
    parent: int
    label: str
    title: str
    tokens: int
    depth: int
    hue: int
    section: bool


def parts(stream: TokenStream, name: str, opened: int) -> list[Part]:
    """The document, the sections above `opened` (0: the document), it, and what it holds.

    Groups keep the order of reading, and every token of a drawn section lies in some part or in
    the section's own heading.
    """
    sir = stream.sir
    hues = {node: number for number, node in enumerate(_main_sections(sir))}
    drawn = [Part(0, 0, -1, " ".join(name.split()), name, stream.weight(0), 0, -1, True)]
    for above in [*sections_above(sir, opened), opened] if opened else []:
        drawn.append(_part(stream, (above,), drawn[-1], hues))
    waiting = [drawn[-1]]
    least = max(drawn[-1].tokens * _LEAST, 1)
    deepest = drawn[-1].depth + LEVELS
    while waiting:
        part = waiting.pop()
        below = [
            _part(stream, run, part, hues)
            for run in _runs(stream, sir.nodes[part.node].children, least)
        ]
        drawn += below
        waiting += [p for p in below if p.section and p.node == p.last and p.depth < deepest]
    return drawn


def section_of(sir: Sir, node: int | None) -> int:
    """The section to open for a node: itself if it is one, else the one it stands in.

    Where that is the document, what holds its main sections is opened, such as its title.
    """
    if node is not None and 0 < node < sir.flow:
        if sir.nodes[node].type in SECTIONS:
            return node
        if above := sections_above(sir, node):
            return above[-1]
    main = _main_sections(sir)
    above = sections_above(sir, main[0]) if main else []
    return above[-1] if above else 0


def sections_above(sir: Sir, node: int) -> list[int]:
    """The sections that a node stands in, the highest first."""
    return [index for index in sir.ancestors(node) if sir.nodes[index].type in SECTIONS]


def _runs(stream: TokenStream, nodes: Sequence[int], least: float) -> Iterator[tuple[int, ...]]:
    """The nodes with text, in order, neighbours below `least` tokens together until they pass."""
    run: list[int] = []
    weight = 0
    for node in nodes:
        tokens = stream.weight(node)
        if not tokens:
            continue
        if run and (tokens >= least or weight >= least):
            yield tuple(run)
            run, weight = [], 0
        run.append(node)
        weight += tokens
    if run:
        yield tuple(run)


def _part(stream: TokenStream, run: tuple[int, ...], above: Part, hues: dict[int, int]) -> Part:
    sir = stream.sir
    first, last = run[0], run[-1]
    title = describe(sir, first).removesuffix(": ")
    title = f"{title}: {first_words(sir, first)}" if first_words(sir, first) else title
    label = _label(sir, first)
    if len(run) > 1:
        label = f"{len(run)} parts: {label}"
        title = f"{len(run)} parts, from {title}"
    return Part(
        first,
        last,
        above.node,
        label,
        title,
        sum(stream.weight(node) for node in run),
        above.depth + 1,
        hues.get(first, above.hue),
        sir.nodes[first].type in SECTIONS,
    )


def _label(sir: Sir, node: int) -> str:
    element = sir.nodes[node]
    if words := first_words(sir, node):
        return words
    if element.text and element.type is not ElementType.TABLE:
        return " ".join(element.text.split())
    return class_words(element.type)


def _main_sections(sir: Sir) -> list[int]:
    """The highest sections of which there are several; else the one at the end of the chain."""
    main: list[int] = []
    below = _sections_in(sir, 0)
    while below:
        main = below
        below = _sections_in(sir, main[0]) if len(main) == 1 else []
    return main


def _sections_in(sir: Sir, node: int) -> list[int]:
    return [index for index in sir.nodes[node].children if sir.nodes[index].type in SECTIONS]
