"""The units of a document, and which of them make no sense apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.chunking.procedures import tied_heads
from core.chunking.units import Unit, units_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.chunking.base import TokenRange
    from core.tokens import TokenStream


@dataclass(frozen=True)
class Outline:
    """The units of a document in reading order; together they hold every token once.

    `atoms` has for each unit the place of the first that it is tied to, its own place if to none
    before it.
    """

    stream: TokenStream
    units: Sequence[Unit]
    atoms: Sequence[int]

    @classmethod
    def of(cls, stream: TokenStream) -> Outline:
        """The units of a document and what ties them."""
        units = list(units_of(stream))
        return cls(stream, units, tied_heads(stream, units))

    def tokens(self, first: int, last: int) -> TokenRange:
        """Half-open token range of the units `first:last`."""
        return self.units[first].start, self.units[last - 1].end

    def length(self, first: int, last: int) -> int:
        """Tokens of the units `first:last`."""
        return self.units[last - 1].end - self.units[first].start

    def lineage(self, place: int) -> tuple[int, ...]:
        """Nodes of the headings above a unit."""
        return self.stream.sir.lineage(self.units[place].node)
