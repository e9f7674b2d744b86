"""A SIR as JSON and back without loss, and as a folder that loads fast.

The JSON form (`to_json`) is the public export. The folder holds the same JSON without its
tables, which lie beside it as numpy arrays.
"""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from dataclasses import asdict
from hashlib import blake2b
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from core.errors import NotFound
from core.file_format import Form, decode, encode, too_old
from core.geometry import BoundingBox
from core.sir import (
    LOCATIONS,
    ElementType,
    LineTable,
    Location,
    Node,
    Page,
    PieceTable,
    Sir,
    WordTable,
)

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from numpy.typing import NDArray

SCHEMA = "sightline.sir/2"
"""Name and version of the form; a reader refuses any other. Pages have had names since 2."""

_FORM = Form("sightline.sir", (too_old,), lenient=True)
_BROKEN = (zipfile.BadZipFile, zlib.error)

_CHECKSUM = "tables_checksum"
"""In the head; a tree that was kept before there were checksums has none."""

_TABLES = {
    "words.boxes": np.float32,
    "words.line": np.int32,
    "lines.page": np.int32,
    "lines.location": np.uint8,
    "pieces.first": np.int32,
    "pieces.start": np.int32,
    "pieces.end": np.int32,
    "pieces.word": np.int32,
}


_LOCATION = "lines.location"
"""The column that trees lack which were kept when only nodes knew how sure their places are."""


def to_json(sir: Sir) -> dict[str, Any]:
    """The SIR as plain values. Boxes are fractions of the displayed page: left to bottom.

    `tables` holds the columns of `WordTable`, `LineTable` and `PieceTable` under their names.
    """
    tables = {name: _values(column) for name, column in _columns(sir).items()}
    return {**_head(sir), "tables": tables}


def from_json(content: Mapping[str, Any]) -> Sir:
    """The SIR that `to_json` wrote; what else a node holds is passed over.

    Raises:
        ValueError: the content has another schema.
        KeyError: a part is missing.
    """
    tables = content["tables"]
    kept = {name: kind for name, kind in _TABLES.items() if name in tables or name != _LOCATION}
    return _sir(content, {name: np.array(tables[name], kind) for name, kind in kept.items()})


def save(sir: Sir, folder: Path) -> None:
    """Writes `sir.json` and `tables.npz` into an existing folder."""
    np.savez(folder / "tables.npz", **_columns(sir))  # pyrefly: ignore[bad-argument-type]
    head = {name: value for name, value in _head(sir).items() if name != "schema"}
    head[_CHECKSUM] = _checksum((folder / "tables.npz").read_bytes())
    (folder / "sir.json").write_bytes(encode(_FORM, json.dumps(head).encode("ascii")))


def load(folder: Path) -> Sir:
    """The SIR that `save` wrote.

    Raises:
        NotFound: the folder holds none, or a damaged one, or one of another version.
    """
    try:
        path = folder / "sir.json"
        content = {"schema": SCHEMA, **json.loads(decode(_FORM, path.read_bytes(), path))}
        tables = (folder / "tables.npz").read_bytes()
        if content.get(_CHECKSUM) not in (None, _checksum(tables)):
            raise ValueError("the tables do not agree with their checksum")
        archive = np.load(io.BytesIO(tables), allow_pickle=False)
        columns = {name: archive[name] for name in _TABLES if name in archive or name != _LOCATION}
        return _sir(content, columns)
    except (OSError, EOFError, ValueError, KeyError, TypeError, *_BROKEN) as error:
        raise NotFound(
            f"No readable parse of this document at {folder}. Parse it again."
        ) from error


def _checksum(content: bytes) -> str:
    return blake2b(content, digest_size=8).hexdigest()


def _columns(sir: Sir) -> dict[str, NDArray[Any]]:
    return {name: attrgetter(name)(sir) for name in _TABLES}


def _values(column: NDArray[Any]) -> list[Any]:
    # The shortest decimals that give the same float32 back, half as long as those of a float64.
    exact = column.astype("U16").astype(np.float64) if column.dtype == np.float32 else column
    return exact.tolist()


def _head(sir: Sir) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "document": sir.document,
        "metadata": sir.metadata,
        "pages": [asdict(page) for page in sir.pages],
        "flow": sir.flow,
        "nodes": [_node_values(node) for node in sir.nodes],
    }


def _sir(content: Mapping[str, Any], columns: Mapping[str, NDArray[Any]]) -> Sir:
    if content["schema"] != SCHEMA:
        raise ValueError(
            f"This is a tree of the form {content['schema']!r}, and {SCHEMA!r} is read. Export the "
            "document again."
        )
    nodes = [_node(values) for values in content["nodes"]]
    words = WordTable(columns["words.boxes"].reshape(-1, 4), columns["words.line"])
    pieces = PieceTable(*(columns[f"pieces.{name}"] for name in ("first", "start", "end", "word")))
    page = columns["lines.page"]
    location = columns.get(_LOCATION)
    if location is None:
        location = _locations(nodes, words, pieces, len(page))
    return Sir(
        content["document"],
        tuple(Page(**page) for page in content["pages"]),
        nodes,
        content["flow"],
        words,
        LineTable(page, location),
        pieces,
        content["metadata"],
    )


def _locations(
    nodes: list[Node], words: WordTable, pieces: PieceTable, count: int
) -> NDArray[np.uint8]:
    """How well the place of each line is known, by that of its node."""
    of_node = np.array([LOCATIONS.index(node.location) for node in nodes], np.uint8)
    location = np.zeros(count, np.uint8)
    location[words.line[pieces.word]] = np.repeat(of_node, np.diff(pieces.first))
    return location


def _node_values(node: Node) -> dict[str, Any]:
    values = {name: getattr(node, name) for name in Node.__slots__}
    named = {"type": node.type.value, "location": node.location.value}
    return values | named | {"regions": [_box_values(box) for box in node.regions]}


def _node(values: Mapping[str, Any]) -> Node:
    node = Node(**{name: values[name] for name in Node.__slots__})
    node.type, node.location = ElementType(node.type), Location(node.location)
    node.regions = tuple(_box(box) for box in values["regions"])
    return node


def _box_values(box: BoundingBox) -> list[Any]:
    edges = [box.page, box.left, box.top, box.right, box.bottom]
    return [*edges, [_box_values(span) for span in box.spans]]


def _box(values: list[Any]) -> BoundingBox:
    page, left, top, right, bottom, spans = values
    return BoundingBox(page, left, top, right, bottom, tuple(_box(span) for span in spans))
