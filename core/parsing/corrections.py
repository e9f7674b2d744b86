"""Classes and heading levels that a person corrected, applied to whatever a parser found.

A correction names its element by its place on the page (see `core.parsing.node_places`), so that it
holds after the document was parsed anew, also by another route. The tree is built again with
the heading stack of the builder; words, their order and their places stay as they are.
"""

from __future__ import annotations

from dataclasses import replace
from hashlib import blake2b
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from core.errors import InvalidOption
from core.parsing.node_places import Place, find, place_of
from core.parsing.rebuilding import LISTS, NodeChange, rebuilt
from core.sir import HEADINGS, ElementType, Sir

if TYPE_CHECKING:
    from collections.abc import Sequence

HIGHEST, LOWEST = 1, 6
"""Heading levels that can be chosen."""

LOST = "lost_corrections"
"""Metadata of a tree: which of the corrections found no element in it, counted from 0."""

TEXT_CLASSES = (
    ElementType.PARAGRAPH,
    ElementType.SECTION_HEADER,
    ElementType.TITLE,
    ElementType.LIST_ITEM,
    ElementType.CAPTION,
    ElementType.FOOTNOTE,
    ElementType.FORMULA,
    ElementType.DOC_INDEX,
    ElementType.KEY_VALUE,
    ElementType.REFERENCE_ITEM,
    ElementType.PAGE_HEADER,
    ElementType.PAGE_FOOTER,
    ElementType.WATERMARK,
)
"""Classes of an element that has words of its own."""

HOLDERS = (ElementType.TABLE, ElementType.FIGURE, ElementType.FORM_AREA)
PARTS = frozenset({ElementType.ROOT, ElementType.TABLE_ROW, ElementType.TABLE_CELL})
"""Classes of nodes that are nothing without the node that holds them."""


class Correction(BaseModel):
    """What a person says an element is: its class, its heading level, and whether it is kept.

    What is None stays as the parser has it. `aside` takes the element out of the flow, as some
    classes do by themselves.
    """

    model_config = ConfigDict(frozen=True)

    place: Place
    type: ElementType | None = None
    level: int | None = Field(None, ge=HIGHEST, le=LOWEST)
    aside: bool = False


_LIST = TypeAdapter(tuple[Correction, ...])


def corrections_key(corrections: Sequence[Correction]) -> str:
    """A name for a list of corrections; empty for none."""
    content = _LIST.dump_json(tuple(corrections), indent=1)
    return blake2b(content, digest_size=5).hexdigest() if corrections else ""


def classes_for(sir: Sir, index: int) -> tuple[ElementType, ...]:
    """The classes that a person may give a node; none for what cannot be corrected by itself."""
    node = sir.nodes[index]
    if node.type in PARTS or node.metadata.get("aside") == "hidden" or place_of(sir, index) is None:
        return ()
    if any(sir.nodes[above].type is ElementType.TABLE for above in sir.ancestors(index)):
        return ()
    if node.text and node.type not in HOLDERS:
        return TEXT_CLASSES
    if index >= sir.flow:
        return ()
    return LISTS if node.type in LISTS else HOLDERS if node.type in HOLDERS else ()


def correction(
    sir: Sir,
    index: int,
    type_: ElementType | None = None,
    level: int | None = None,
    *,
    aside: bool = False,
) -> Correction:
    """The correction of a node of a tree, which may have been corrected before.

    Raises:
        InvalidOption: the node cannot be corrected so.
    """
    node, place = sir.nodes[index], place_of(sir, index)
    allowed = classes_for(sir, index)
    if place is None or not allowed:
        raise InvalidOption("This element has no class of its own that could be corrected.")
    if type_ is not None and type_ not in allowed:
        raise InvalidOption(f"This element cannot be a {type_.value.replace('_', ' ')}.")
    if level is not None and not (HIGHEST <= level <= LOWEST and (type_ or node.type) in HEADINGS):
        raise InvalidOption(f"Only headings have a level, from {HIGHEST} to {LOWEST}.")
    if was := node.metadata.get("was"):
        place = place.model_copy(update={"type": ElementType(was)})
    return Correction(place=place, type=type_, level=level, aside=aside)


def with_correction(corrections: Sequence[Correction], added: Correction) -> tuple[Correction, ...]:
    """The list with one more; one of the same place is completed by the new one."""
    before = next((old for old in corrections if old.place == added.place), added)
    joined = added.model_copy(
        update={"type": added.type or before.type, "level": added.level or before.level}
    )
    return (*(old for old in corrections if old.place != added.place), joined)


def apply_corrections(sir: Sir, corrections: Sequence[Correction]) -> Sir:
    """The tree with the corrections, in whatever order they stand.

    The tree given stays as it is. Every word is in one node as before, and what stays in the
    flow stays in its order. Those whose element was not found are named (see `lost_corrections`).
    """
    indexes = find(sir, [correction.place for correction in corrections])
    changes = {
        index: NodeChange(correction.type, correction.level, correction.aside)
        for index, correction in zip(indexes, corrections, strict=True)
        if index is not None
    }
    corrected = rebuilt(sir, changes) if changes else sir
    lost = ",".join(str(number) for number, index in enumerate(indexes) if index is None)
    return replace(corrected, metadata={**corrected.metadata, LOST: lost}) if lost else corrected


def lost_corrections(sir: Sir) -> tuple[int, ...]:
    """Which corrections found no element in a tree that `apply_corrections` gave."""
    return tuple(int(number) for number in sir.metadata.get(LOST, "").split(",") if number)
