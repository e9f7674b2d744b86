"""Values of JSON that other programs wrote, each looked at before it is used."""

from __future__ import annotations

import json
import math
import re
from typing import TYPE_CHECKING, Any

from core.parsing.adapters.native import NotNative

if TYPE_CHECKING:
    from collections.abc import Iterator

_DEEPEST = 200
"""Objects and lists inside each other; recorded files have at most 20."""
_UNUSABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
"""Characters that no page shows and that cannot be stored."""


def loaded(content: bytes, parser: str) -> Any:
    """The value of a file in JSON.

    Raises:
        NotNative: it is no JSON, is cut off, or is nested too deeply to be read.
    """
    try:
        value = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise NotNative(
            f"this is no JSON of {parser}, or it is cut off. Save the parser's whole answer as "
            "JSON and bring it again."
        ) from error
    if _is_deep(value):
        raise NotNative(
            f"this JSON is nested more deeply than {parser} writes it. Bring the file as the "
            "parser wrote it."
        )
    return value


def _is_deep(value: Any) -> bool:
    level = [value]
    for _ in range(_DEEPEST):
        level = [child for item in level for child in _children(item)]
        if not level:
            return False
    return True


def _children(value: Any) -> Iterator[Any]:
    values = value.values() if isinstance(value, dict) else value
    if isinstance(value, (dict, list)):
        yield from (child for child in values if isinstance(child, (dict, list)))


def mapping(value: Any) -> dict[str, Any]:
    """An object; an empty one for anything else."""
    return value if isinstance(value, dict) else {}


def sequence(value: Any) -> list[Any]:
    """A list; an empty one for anything else."""
    return value if isinstance(value, list) else []


def mappings(value: Any) -> list[dict[str, Any]]:
    """The objects of a list, in their order."""
    return [item for item in sequence(value) if isinstance(item, dict)]


def string(value: Any) -> str:
    """A text without what no page shows; empty for anything else."""
    return _UNUSABLE.sub(" ", value).strip() if isinstance(value, str) else ""


def number(value: Any) -> float | None:
    """A finite number, which may be written as a text; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        result = float(value)
    except (ValueError, OverflowError):
        return None
    return result if math.isfinite(result) else None


def whole(value: Any) -> int | None:
    """A whole number, which may be written as a text; None for anything else."""
    result = number(value)
    return int(result) if result is not None and result.is_integer() else None
