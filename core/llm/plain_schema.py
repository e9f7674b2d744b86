"""Schemas of answers and of tools, in the part of JSON Schema that all services read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import BaseModel

_KNOWN = frozenset(
    {
        "type", "format", "title", "description", "enum", "items", "prefixItems", "minItems",
        "maxItems", "minimum", "maximum", "anyOf", "required", "additionalProperties",
    }
)  # fmt: skip
_DEEPEST = 8
"""References within each other that are followed: a schema may hold itself."""


def plain_schema(model: type[BaseModel]) -> dict[str, Any]:
    """The schema of the model in one piece, without what not every service reads.

    References are replaced by what they stand for, and defaults, patterns and the like left out:
    they are checked when the answer comes, see `core.llm.validation`.
    """
    schema = model.model_json_schema()
    return _Plain(schema.get("$defs", {})).of(schema)


def arguments_schema(model: type[BaseModel]) -> dict[str, Any]:
    """The schema of the arguments of a tool, as short as it goes: it is sent with every turn.

    Left out is what `plain_schema` says of the classes themselves: their titles and docstrings.
    """
    schema: dict[str, Any] = _bare(plain_schema(model))
    return schema


def _bare(schema: Any, *, names: bool = False) -> Any:
    """Without titles and descriptions of objects; `names` says that keys are names of fields."""
    if isinstance(schema, list):
        return [_bare(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    left_out = {"title", "additionalProperties"}
    left_out |= {"description"} if schema.get("type") == "object" else set()
    return {
        word: _bare(value, names=word == "properties")
        for word, value in schema.items()
        if names or word not in left_out
    }


class _Plain:
    def __init__(self, definitions: Mapping[str, Any]) -> None:
        self._definitions = definitions

    def of(self, schema: Mapping[str, Any], depth: int = 0) -> dict[str, Any]:
        if "$ref" in schema:
            return self._followed(schema, depth)
        known = {word: self._value(schema[word], depth) for word in schema if word in _KNOWN}
        if "properties" in schema:
            properties = schema["properties"]
            known["properties"] = {name: self.of(properties[name], depth) for name in properties}
        if "const" in schema:
            known["enum"] = [schema["const"]]
        if "oneOf" in schema:
            known["anyOf"] = self._value(schema["oneOf"], depth)
        return known

    def _followed(self, schema: Mapping[str, Any], depth: int) -> dict[str, Any]:
        if depth == _DEEPEST:
            return {}
        named = self._definitions[schema["$ref"].rpartition("/")[2]]
        beside = {word: value for word, value in schema.items() if word == "description"}
        return self.of(named, depth + 1) | beside

    def _value(self, value: Any, depth: int) -> Any:
        if isinstance(value, dict):
            return self.of(value, depth)
        if isinstance(value, list):
            return [self._value(item, depth) for item in value]
        return value
