"""Which parser reads a document, with which options: chosen by a person, or by the Inspector."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from core import sir_io
from core.errors import BrokenPdf, LimitReached
from core.library import Library
from core.parsing import PARSERS, default_parser, get_parser, is_parser
from core.parsing.native_files import native_file
from core.parsing.parse_info import AUTOMATIC
from core.sir import Route

if TYPE_CHECKING:
    from core.inspection.results import Inspection
    from core.library import DocumentRecord
    from core.library.record import ParseInfo
    from core.parsing.base import ParserOptions

_VERSION = 27
"""Counted up when the same parser and options give another SIR."""

Decide = Callable[[Library, str], "Inspection"]
"""Inspects a document of a library and decides on its route."""


@dataclass(frozen=True, slots=True)
class ParserChoice:
    """A parser and its options.

    `by_hand` says that a person chose them, `decided_by` which language model chose the route;
    empty for the policy.
    """

    parser: str
    options: ParserOptions
    by_hand: bool = False
    decided_by: str = ""

    @property
    def key(self) -> str:
        """The name under which the library keeps the SIR made by it."""
        content = f"{_VERSION}:{sir_io.SCHEMA}:{self.parser}:{self.options.model_dump_json()}"
        return f"{self.parser}-{blake2b(content.encode(), digest_size=5).hexdigest()}"


@dataclass(frozen=True, slots=True)
class ParserChooser:
    """Chooses the parser of a document of a library."""

    library: Library
    record: DocumentRecord

    def choose(
        self, parser: str | None, options: ParserOptions | None, decide: Decide
    ) -> ParserChoice:
        """What is given, else what a person chose for the document before.

        Else the route that it was parsed by, else, and where the parser `automatic` is given, that
        of `decide`.
        """
        if parser is None:
            return self.chosen_before() or self._routed(*self._decided(decide))
        by_hand = parser != default_parser(self.record.kind) or options is not None
        if parser == AUTOMATIC and not by_hand:
            return self._routed(*self._decided(decide))
        return ParserChoice(parser, options or self._options(parser), by_hand)

    def chosen_before(self) -> ParserChoice | None:
        """What a person chose, or the route that the document was parsed by; None where its route
        is still to be decided on.
        """
        default = default_parser(self.record.kind)
        parser, options = self._parser_before(default)
        by_hand = parser != default or options is not None
        if parser != AUTOMATIC or by_hand:
            return ParserChoice(parser, options or self._options(parser), by_hand)
        route = self._kept_route()
        return self._routed(*route) if route else None

    def choose_again(self, before: ParseInfo) -> ParserChoice:
        """That of a parse before, with default options where an earlier version had others."""
        options = _options_of(before) or self._options(before.parser)
        return ParserChoice(before.parser, options, before.chosen, before.decided_by)

    def choose_for_trial(
        self, parser: str, options: ParserOptions | None, decide: Decide
    ) -> ParserChoice:
        """A parser with these options; without them, with its default options."""
        if options or parser != AUTOMATIC:
            return ParserChoice(parser, options or self._options(parser))
        return self._routed(*self._decided(decide))

    def known(
        self, parser: str, known: Callable[[Library, str], Inspection | None]
    ) -> ParserChoice | None:
        """A parser with its default options; None if `known` has no inspection that it takes."""
        if parser != AUTOMATIC:
            return ParserChoice(parser, self._options(parser))
        inspection = known(self.library, self.record.sha)
        return self._routed(*_route_of(inspection)) if inspection else None

    def _parser_before(self, default: str) -> tuple[str, ParserOptions | None]:
        """The parser and options that a person chose; else the default, and where they are gone."""
        before = self.record.parse
        if before is None or not before.chosen or not is_parser(before.parser):
            return default, None
        return before.parser, _options_of(before)

    def _kept_route(self) -> tuple[Route, str] | None:
        """The route that the document was parsed by, if it was not a person who chose it.

        None also for one that only a later version knows.
        """
        before = self.record.parse
        if before is None or before.chosen or before.parser != AUTOMATIC:
            return None
        route = before.options.get("route", Route.STRUCTURAL_RULE)
        return (Route(route), before.decided_by) if route in list(Route) else None

    def _decided(self, decide: Decide) -> tuple[Route, str]:
        """The Inspector's decision; path 1 where a page stops it, which the parser leaves out."""
        try:
            return _route_of(decide(self.library, self.record.sha))
        except (LimitReached, BrokenPdf):
            return Route.STRUCTURAL_RULE, ""

    def _routed(self, route: Route, by: str) -> ParserChoice:
        """The automatic parser by a route.

        By the policy, path 3 is for the pages that call for it; a model chooses it for all of them.
        """
        throughout = route is Route.VISUAL_TOPOLOGY and bool(by)
        options = self._options(AUTOMATIC, route=route, throughout=throughout)
        return ParserChoice(AUTOMATIC, options, decided_by=by)

    def _options(self, parser: str, **values: Any) -> ParserOptions:
        """The default options of a parser, and `values`.

        A document keeps the OCR engine that its parser used for it before.
        """
        options, before = get_parser(parser).options, self.record.parse
        if parser not in PARSERS:
            values["native"] = native_file(self.library, self.record.sha, parser).file
        if "ocr" in options.model_fields:
            used = before.options.get("ocr") if before and before.parser == parser else None
            values["ocr"] = used or self.library.settings.ocr_engine
        return options.model_validate(values)


def _options_of(before: ParseInfo) -> ParserOptions | None:
    """The options of a parse before; None where this version has none like them."""
    try:
        return get_parser(before.parser).options(**before.options)
    except ValidationError:
        return None


def _route_of(inspection: Inspection) -> tuple[Route, str]:
    """A route, and the language model that chose it; empty for the policy."""
    return inspection.decision.selected_path, inspection.decided_by
