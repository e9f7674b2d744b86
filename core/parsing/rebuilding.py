"""A tree built again after some of its nodes got another class, level or side of the flow."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from core.parsing.builder import LOCKED, NodeTree
from core.parsing.node_places import first_pages, place_of
from core.sir import HEADINGS, LEVEL_BY, SET_ASIDE, ElementType, Node, PieceTable, Sir

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_ID = re.compile(r"\b[0-9a-f]{16}\b")
"""The id of a node; what metadata says of another node holds it."""
BY_HAND = "set aside by hand"
LISTS = (ElementType.LIST, ElementType.REFERENCE_LIST)
ITEMS = frozenset({ElementType.LIST_ITEM, ElementType.REFERENCE_ITEM})


class NodeChange(NamedTuple):
    """What a node becomes; None: as it was. `aside` takes it out of the flow."""

    type: ElementType | None
    level: int | None
    aside: bool


@dataclass(slots=True, eq=False)
class _Unit:
    """A node on its way into the new tree, with what it holds by itself.

    `source` is its index in the old tree, -1 for a list that there was not.
    """

    source: int
    node: Node
    children: list[_Unit] = field(default_factory=list)
    changed: bool = False

    @property
    def is_aside(self) -> bool:
        """Whether it belongs behind the flow."""
        return "aside" in self.node.metadata


def rebuilt(sir: Sir, changes: Mapping[int, NodeChange]) -> Sir:
    """A new tree in which the nodes with these indexes are changed; words and pieces stay.

    Without changes it equals the old one. A list from whose middle an element is taken is
    parted; what stood below a heading hangs where the headings that are left put it.
    """
    flow, aside = _units(sir, changes)
    for unit in [unit for unit in aside if not unit.is_aside]:
        flow.insert(_place_in_flow(sir, flow, unit.source), unit)
    left: list[_Unit] = []
    inside = _settled(flow, ElementType.ROOT, left)
    return _assembled(sir, inside, [*(unit for unit in aside if unit.is_aside), *left])


def _units(sir: Sir, changes: Mapping[int, NodeChange]) -> tuple[list[_Unit], list[_Unit]]:
    """What the builder was given: elements in reading order, and nodes set aside."""
    units = [_Unit(at, _copy(node)) for at, node in enumerate(sir.nodes)]
    for at, change in changes.items():
        _change(units[at], change)
    flow: list[_Unit] = []
    on_top = {0}
    for at in range(1, sir.flow):
        parent = sir.nodes[at].parent
        if parent in on_top:
            flow.append(units[at])
            if sir.nodes[at].type in HEADINGS:
                on_top.add(at)
        else:
            units[parent].children.append(units[at])
    return flow, units[sir.flow :]


def _copy(node: Node) -> Node:
    return replace(node, parent=-1, children=[], metadata=dict(node.metadata))


def _change(unit: _Unit, change: NodeChange) -> None:
    node, was = unit.node, unit.node.type
    node.type = change.type or was
    is_heading = node.type in HEADINGS
    node.level = (change.level or node.level or 1) if is_heading else None
    if change.level or not is_heading:
        node.metadata.pop(LEVEL_BY, None)  # a person says so now
    node.locked = node.type in LOCKED
    node.metadata |= {"corrected": "by hand", "was": was.value}
    if change.aside or node.type in SET_ASIDE:
        node.metadata["aside"] = BY_HAND
    elif change.type:
        node.metadata.pop("aside", None)
    unit.changed = True


def _place_in_flow(sir: Sir, flow: Sequence[_Unit], source: int) -> int:
    """Where in the flow a node belongs that was set aside: behind what ends above it.

    Only what shares its column counts; without that, it comes before its page.
    """
    pages, own = first_pages(sir), place_of(sir, source)
    page = int(pages[source])
    behind = sum(int(pages[unit.source]) < page for unit in flow if unit.source < sir.flow)
    for at, unit in enumerate(flow):
        other = place_of(sir, unit.source) if pages[unit.source] == page else None
        if own and other and other.box[3] <= own.box[1] and _share_column(own.box, other.box):
            behind = at + 1
    return behind


def _share_column(box: Sequence[float], other: Sequence[float]) -> bool:
    return box[0] < other[2] and other[0] < box[2]


def _settled(units: Sequence[_Unit], holder: ElementType, left: list[_Unit]) -> list[_Unit]:
    """Neighbours as they stand in a holder of this class; lone list items get a list.

    What leaves the flow goes to `left`.
    """
    done: list[_Unit] = []
    for part in (part for unit in units for part in _parts(unit, left)):
        loose = part.changed and part.node.type is ElementType.LIST_ITEM
        if not loose or holder in LISTS:
            done.append(part)
        elif done and done[-1].node.type is ElementType.LIST:
            done[-1].children.append(part)
        else:
            done.append(_Unit(-1, Node("", ElementType.LIST), [part]))
    return done


def _parts(unit: _Unit, left: list[_Unit]) -> list[_Unit]:
    """A unit, and what it cannot hold any longer since it was changed."""
    if unit.is_aside and not unit.node.text:
        left.append(unit)
        return []
    below = _settled(unit.children, unit.node.type, left)
    if unit.changed and unit.node.text and (unit.is_aside or unit.node.type not in ITEMS):
        unit.children = []
        if unit.is_aside:
            left.append(unit)
            return below
        return [unit, *below]
    return _parted(unit, below)


def _parted(holder: _Unit, below: Sequence[_Unit]) -> list[_Unit]:
    """The holder with what it can hold, and between its parts what it cannot."""
    had_children, holder.children = bool(holder.children), []
    parts = [holder]
    for child in below:
        if _leaves(child, holder.node.type):
            parts.append(child)
            continue
        if parts[-1].node.type is not holder.node.type or _leaves(parts[-1], holder.node.type):
            parts.append(_Unit(-1, Node("", holder.node.type, locked=holder.node.locked)))
        parts[-1].children.append(child)
    gone = had_children and not (holder.children or holder.node.text or holder.node.regions)
    return parts[1:] if gone else parts


def _leaves(unit: _Unit, holder: ElementType) -> bool:
    """Whether a node cannot stay in a holder of this class since it was changed."""
    is_text = holder in LISTS and unit.node.type not in ITEMS
    return unit.changed and (unit.node.type in HEADINGS or is_text)


def _assembled(sir: Sir, flow: Sequence[_Unit], aside: Sequence[_Unit]) -> Sir:
    tree = NodeTree(sir.document, _copy(sir.nodes[0]))
    sources = [0]

    def add(unit: _Unit, parent: int | None = None) -> None:
        sources.append(unit.source)
        index = tree.add(unit.node, parent)
        for child in unit.children:
            add(child, index)

    def add_aside(unit: _Unit, reason: str) -> None:
        sources.append(unit.source)
        unit.node.metadata["aside"] = reason
        tree.add_aside(unit.node)
        for child in unit.children:
            add_aside(child, reason)

    for unit in flow:
        add(unit)
    length = len(tree.nodes)
    for unit in aside:
        add_aside(unit, unit.node.metadata["aside"])
    _rename(sir, tree.nodes, sources)
    return replace(sir, nodes=tree.nodes, flow=length, pieces=_pieces(sir.pieces, sources))


def _rename(sir: Sir, nodes: Sequence[Node], sources: Sequence[int]) -> None:
    """Lets metadata that name other nodes by id name them by their new ids."""
    pairs = zip(nodes, sources, strict=True)
    new = {sir.nodes[source].id: node.id for node, source in pairs if source >= 0}
    for node in nodes:
        node.metadata = {
            name: _ID.sub(lambda match: new.get(match[0], match[0]), value)
            for name, value in node.metadata.items()
        }


def _pieces(pieces: PieceTable, sources: Sequence[int]) -> PieceTable:
    """The same pieces in the new order of their nodes; a new node (-1) has none."""
    runs = [
        np.arange(pieces.first[at], pieces.first[at + 1], dtype=np.int64)
        for at in sources
        if at >= 0
    ]
    counts = [int(pieces.first[at + 1] - pieces.first[at]) if at >= 0 else 0 for at in sources]
    order = np.concatenate(runs)
    first = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
    return PieceTable(first, pieces.start[order], pieces.end[order], pieces.word[order])
