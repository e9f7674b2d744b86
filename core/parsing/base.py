"""What every parser is and takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from pydantic import BaseModel, ConfigDict

if TYPE_CHECKING:
    import pymupdf

    from core.parsing.page_store import PageStore
    from core.parsing.reading_plan import Staff
    from core.progress import Progress
    from core.sir import Sir


class ParserOptions(BaseModel):
    """Options that every parser takes; each adds its own."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Parser(Protocol):
    """Turns an open PDF into a SIR. Same bytes and same options give the same SIR."""

    name: str
    options: type[ParserOptions]

    def parse(
        self,
        pdf: pymupdf.Document,
        document: str,
        options: ParserOptions,
        progress: Progress | None = None,
        staff: Staff | None = None,
        store: PageStore | None = None,
    ) -> Sir:
        """The SIR of `pdf`, whose bytes have the SHA-256 `document`.

        `progress` is told pages done and pages in all. A page that `staff` cannot read is left
        out and named in `Sir.metadata["failed_pages"]`, one for which only time was lacking in
        `Sir.metadata["missing_pages"]`. Pages of the `store` are not read again; those that were
        read are kept there while others are missing.

        Raises:
            NoText: no page holds text that this parser can read.
            InvalidOption: the options are of another parser.
        """
        ...
