"""Plans of units as a model might make them: one group for each heading and what follows it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from benchmarks.stand_in import Asked


def respond(asked: Asked) -> str:
    """JSON of `core.chunking.retrieval_aware.UnitPlan`; a new run at each heading."""
    groups: list[list[str]] = []
    heading = True
    for name, kind in _units(asked.text):
        opens = kind == "heading"
        if not groups or (opens and not heading):
            groups.append([])
        groups[-1].append(name)
        heading = opens
    runs = [group[0] if len(group) == 1 else f"{group[0]}-{group[-1]}" for group in groups]
    return json.dumps({"chunks": "/".join(runs)}, separators=(",", ":"))


def _units(text: str) -> list[tuple[str, str]]:
    """Id and type of the units of a request; headings above it have no type."""
    lines = [json.loads(line) for line in text.splitlines() if line.startswith('["')]
    return [(line[0], line[1]) for line in lines if len(line) > 2]
