"""Parsers by name. A new one is one module and one row."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from core.errors import InvalidOption
from core.library import Kind

if TYPE_CHECKING:
    from collections.abc import Collection

    from core.parsing.base import Parser

PARSERS = {
    "automatic": "core.parsing.routed:RoutedParser",
    "structural_rule": "core.parsing.routed:StructuralRuleParser",
    "semantic_flow": "core.parsing.routed:SemanticFlowParser",
    "visual_topology": "core.parsing.routed:VisualTopologyParser",
    "plain_text": "core.parsing.plain_text.parser:PlainTextParser",
}
"""Name of each parser and where it is; imported on demand."""


def parsers_for(kind: Kind) -> tuple[str, ...]:
    """Names of the parsers that can read a document of this kind.

    The Inspector's choice is for PDFs; what was given as text is set on pages that any of the
    other routes can read as well.
    """
    left_out = "plain_text" if kind is Kind.PDF else "automatic"
    return tuple(name for name in PARSERS if name != left_out)


def parsers_for_all(kinds: Collection[Kind]) -> tuple[str, ...]:
    """Names of the parsers that can read documents of each of these kinds; none without a kind."""
    able = [parsers_for(kind) for kind in kinds]
    return tuple(
        name
        for name in PARSERS
        if able and all(name in parsers_of_kind for parsers_of_kind in able)
    )


def get_parser(name: str) -> Parser:
    """The parser of that name.

    Raises:
        InvalidOption: there is no such parser.
    """
    if name not in PARSERS:
        raise InvalidOption(f"There is no parser {name!r}; choose one of {', '.join(PARSERS)}.")
    module, _, attribute = PARSERS[name].partition(":")
    return getattr(import_module(module), attribute)()
