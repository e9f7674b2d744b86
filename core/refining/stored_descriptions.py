"""The descriptions of a document's figures, kept beside it under the name of the tree they are of.

<sha>/descriptions/<tree key>   node id, model and text of each, the oldest first
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field

from core.chunking.additions import FigureDescription
from core.errors import DataDamaged
from core.file_format import Form, decode_model, encode_model
from core.refining.figure_descriptions import LONGEST

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from core.library import Library
    from core.sir import Sir

STAGE = "descriptions"
FORM = Form("sightline.descriptions")


class _Stored(BaseModel):
    model_config = ConfigDict(extra="forbid")

    node: str
    model: str
    text: str = Field(min_length=1, max_length=LONGEST)


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid")

    descriptions: tuple[_Stored, ...]


def load_descriptions(library: Library, tree: str, sir: Sir) -> tuple[FigureDescription, ...]:
    """The descriptions of the figures of a tree, whose name is `tree`, in reading order.

    Raises:
        DataDamaged: the file that holds them is damaged.
        DataTooNew: a later version wrote it.
    """
    stored = _load(library, sir.document, tree)
    places = {node.id: index for index, node in enumerate(sir.nodes[: sir.flow])}
    known = (
        FigureDescription(places[each.node], each.text, each.model)
        for each in stored
        if each.node in places
    )
    return tuple(sorted(known, key=lambda description: description.node))


def store_descriptions(
    library: Library, tree: str, sir: Sir, descriptions: Iterable[FigureDescription]
) -> None:
    """Keeps descriptions, in place of older ones of the same figures.

    Raises:
        NotFound: the library has no such document.
        SetupError: the data folder cannot be written.
    """
    new = {
        sir.nodes[each.node].id: _Stored(
            node=sir.nodes[each.node].id, model=each.by, text=each.text
        )
        for each in descriptions
    }
    with library.correcting(sir.document):
        old = {each.node: each for each in _load(library, sir.document, tree)}
        _store(library, sir.document, tree, (old | new).values())


def drop_description(library: Library, tree: str, sir: Sir, node: int) -> None:
    """Takes out the description of a figure. Raises as `store_descriptions`."""
    with library.correcting(sir.document):
        stored = _load(library, sir.document, tree)
        left = [each for each in stored if each.node != sir.nodes[node].id]
        _store(library, sir.document, tree, left)


def check_descriptions(path: Path) -> None:
    """Raises `ValueError` where the file is damaged, and `DataTooNew`."""
    decode_model(FORM, _File, path.read_bytes(), path)


def _store(library: Library, document: str, tree: str, descriptions: Iterable[_Stored]) -> None:
    file = _File(descriptions=tuple(descriptions))
    library.store_bytes(document, STAGE, tree, encode_model(FORM, file, 1))


def _load(library: Library, document: str, tree: str) -> tuple[_Stored, ...]:
    path = library.stage_path(document, STAGE, tree)
    content = library.load_bytes(document, STAGE, tree)
    if content is None:
        return ()
    try:
        return decode_model(FORM, _File, content, path).descriptions
    except ValueError as error:
        raise DataDamaged(
            f"The descriptions of figures of document {document[:12]} cannot be read: {path} is "
            "damaged. Run python -m core check --repair, which takes it away, and describe them "
            "again: what the model answered before costs nothing."
        ) from error
