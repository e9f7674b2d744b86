"""The SIR as JSON with what follows from it, for readers who have no token stream.

Source: TopoChunker, section 3.2 (topological lineage, atomicity lock, token audit).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.sir_io import to_json

if TYPE_CHECKING:
    from core.tokens import TokenStream


def structure_json(stream: TokenStream) -> dict[str, Any]:
    """`core.sir_io.to_json`, and for each node of the flow its lineage and token weight.

    `lineage` holds the ids of the headings above, the highest first, `token_weight` counts the
    tokens of the node with all below it. Both are null for what was set aside. `from_json` reads
    the tree without them.
    """
    sir = stream.sir
    content = to_json(sir)
    for index, values in enumerate(content["nodes"]):
        inside = index < sir.flow
        lineage = [sir.nodes[above].id for above in sir.lineage(index)]
        values["lineage"] = lineage if inside else None
        values["token_weight"] = stream.weight(index) if inside else None
    return content
