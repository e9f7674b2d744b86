"""Schemas of answers and of tools, in the part of JSON Schema that the Gemini API reads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import BaseModel

_KNOWN = frozenset(
    {
        "$ref", "type", "format", "title", "description", "enum", "items", "prefixItems",
        "minItems", "maxItems", "minimum", "maximum", "anyOf", "required", "additionalProperties",
    }
)  # fmt: skip
_NAMED = frozenset({"properties", "$defs"})
"""Words whose value is schemas by a name."""


def plain_schema(model: type[BaseModel]) -> dict[str, Any]:
    """The schema of the model without what the service does not read, such as defaults.

    What it leaves out is checked when the answer comes: see `core.llm.model`.
    """
    return _plain(model.model_json_schema())


def _plain(schema: Mapping[str, Any]) -> dict[str, Any]:
    if "$ref" in schema:
        # Nothing may stand beside a reference.
        return {"$ref": schema["$ref"]}
    found = {word: _value(value) for word, value in schema.items() if word in _KNOWN}
    for word in _NAMED & set(schema):
        found[word] = {name: _plain(value) for name, value in schema[word].items()}
    if "const" in schema:
        found["enum"] = [schema["const"]]
    if "oneOf" in schema:
        found["anyOf"] = _value(schema["oneOf"])
    return found


def _value(value: Any) -> Any:
    if isinstance(value, dict):
        return _plain(value)
    if isinstance(value, list):
        return [_value(one) for one in value]
    return value
