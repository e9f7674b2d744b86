"""Parsers by name. A new one is one module and one row."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from core.errors import InvalidOption
from core.jobs.model_loading import import_lean
from core.library.file_kinds import LOOKED_AT, STRUCTURED, Kind
from core.parsing.adapters import adapter_names

if TYPE_CHECKING:
    from collections.abc import Collection

    from core.parsing.base import Parser

PARSERS = {
    "automatic": "core.parsing.routed:RoutedParser",
    "structural_rule": "core.parsing.routed:StructuralRuleParser",
    "semantic_flow": "core.parsing.routed:SemanticFlowParser",
    "visual_topology": "core.parsing.routed:VisualTopologyParser",
    "plain_text": "core.parsing.plain_text.parser:PlainTextParser",
    "structured_text": "core.parsing.structured_text.parser:StructuredTextParser",
}
"""Name of each parser and where it is; imported on demand."""

FROM_TEXT = frozenset({"plain_text", "structured_text"})
"""Parsers of what was given as text: they see and guess nothing, so no other route is better."""


def parsers_for(kind: Kind) -> tuple[str, ...]:
    """Names of the parsers that can read a document of this kind.

    The Inspector's choice is for PDFs and pictures; what was given as text is set on pages that
    any of the other routes can read as well.
    """
    left_out = {"automatic", *FROM_TEXT} - {default_parser(kind)}
    return tuple(name for name in PARSERS if name not in left_out)


def default_parser(kind: Kind) -> str:
    """The parser that reads a document of this kind where nobody chose one."""
    if kind in LOOKED_AT:
        return "automatic"
    return "structured_text" if kind in STRUCTURED else "plain_text"


def parsers_for_all(kinds: Collection[Kind]) -> tuple[str, ...]:
    """Names of the parsers that can read documents of each of these kinds; none without a kind."""
    able = [parsers_for(kind) for kind in kinds]
    return tuple(
        name
        for name in PARSERS
        if able and all(name in parsers_of_kind for parsers_of_kind in able)
    )


def is_parser(name: str) -> bool:
    """Whether there is a parser of that name, one of others included."""
    return name in PARSERS or name in adapter_names()


def get_parser(name: str) -> Parser:
    """The parser of that name; of another parser, what reads its output.

    Raises:
        InvalidOption: there is no such parser.
    """
    if name not in PARSERS and name in adapter_names():
        from core.parsing.native_parser import NativeParser

        return NativeParser(name)
    if name not in PARSERS:
        raise InvalidOption(f"There is no parser {name!r}; choose one of {', '.join(PARSERS)}.")
    import_lean()
    module, _, attribute = PARSERS[name].partition(":")
    return getattr(import_module(module), attribute)()
