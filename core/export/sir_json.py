"""The SIR as JSON with what follows from it, for readers who have no token stream.

Source: TopoChunker, section 3.2 (topological lineage, atomicity lock, token audit); thesis,
section 3.2.3 (ParsingResult: its content is here `text`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.export.geom import geom, node_boxes
from core.sir_io import to_json

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.export.pictures import Picture
    from core.tokens import TokenStream


def structure_json(
    stream: TokenStream, pictures: Mapping[int, Picture] | None = None
) -> dict[str, Any]:
    """`core.sir_io.to_json`, and for each node its boxes, its picture, lineage and token weight.

    `geom` holds boxes as `core.export.geom.geom` gives them. `image` is the path of the picture
    beside the file, null where there is none among `pictures`. `lineage` holds the ids of the
    headings above, the highest first, `token_weight` counts the tokens of the node with all below
    it. Both are null for what was set aside. `from_json` reads the tree without them.
    """
    sir = stream.sir
    content = to_json(sir)
    boxes = node_boxes(sir)
    for index, values in enumerate(content["nodes"]):
        picture = (pictures or {}).get(index)
        values["geom"] = geom(sir, index, boxes[index])
        values["image"] = picture.name if picture else None
        inside = index < sir.flow
        lineage = [sir.nodes[above].id for above in sir.lineage(index)]
        values["lineage"] = lineage if inside else None
        values["token_weight"] = stream.weight(index) if inside else None
    return content
