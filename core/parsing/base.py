"""What every parser is and takes, and how the pages of a document are to be read."""

from __future__ import annotations

import gc
import math
from abc import ABC, abstractmethod
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from pydantic import BaseModel, ConfigDict

from core.sir import Route

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pymupdf

    from core.parsing.page_store import PageStore
    from core.progress import Progress
    from core.sir import Sir

NATIVE = "native"
"""The folder of a document that keeps outputs of other parsers, by names made of their bytes."""
_SELDOM = (200_000, 50, 1000)


class SightPolicy(StrEnum):
    """Which pages are read by sight."""

    NEVER = "never"
    UNREAD = "unread"
    """Those on which words stand in pictures, or in a text layer that cannot be used."""
    NEEDED = "needed"
    ALWAYS = "always"


@dataclass(frozen=True, slots=True)
class Plan:
    """`rest` is the route of pages that are not read by sight; `ocr` names the engine. `reason`
    says why pages have their route where they are not measured.
    """

    rest: Route = Route.STRUCTURAL_RULE
    sight: SightPolicy = SightPolicy.NEVER
    ocr: str = "rapidocr"
    use_outline: bool = True
    reason: str = "chosen by hand"


@dataclass(frozen=True, slots=True)
class Staff:
    """Who reads the pages: so many processes, each page within so many seconds.

    `seconds` is the time for all pages together; what is not read by then is left out. With 0
    processes the calling one reads all pages, and nothing protects it from a page that
    crashes or hangs. Models in each process use so many `threads`, 0: all cores, divided.
    """

    processes: int = 0
    page_seconds: float = 60.0
    seconds: float = math.inf
    threads: int = 0


@dataclass(frozen=True, slots=True)
class ParseRun:
    """Who reads the pages of a document, who is told, and what an earlier run has read.

    `progress` is told pages done and pages in all. Pages of the `store` are not read again; those
    that were read are kept there while others are missing.
    """

    progress: Progress | None = None
    staff: Staff = Staff()
    store: PageStore | None = None

    def tell(self, done: int, total: int) -> None:
        """Tell of pages done. Raises `Cancelled` where the run is given up."""
        if self.progress:
            self.progress(done, total)


ALONE = ParseRun()
"""This process reads all pages and tells nobody."""


class ParserOptions(BaseModel):
    """Options that every parser takes; each adds its own."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class PageOptions(ParserOptions, ABC):
    """Options of a parser that reads each page by itself, before it looks at all of them."""

    @abstractmethod
    def plan(self) -> Plan:
        """How pages are to be read."""


class Parser(Protocol):
    """Turns an open PDF into a SIR. Same bytes and same options give the same SIR."""

    name: str
    options: type[ParserOptions]

    def parse(
        self, pdf: pymupdf.Document, document: str, options: ParserOptions, run: ParseRun = ALONE
    ) -> Sir:
        """The SIR of `pdf`, whose bytes have the SHA-256 `document`.

        A page that the staff of the `run` cannot read is left out and named in
        `Sir.metadata["failed_pages"]`, one for which only time was lacking in
        `Sir.metadata["missing_pages"]`.

        Raises:
            NoText: no page holds text that this parser can read.
            InvalidOption: the options are of another parser.
        """
        ...


@contextmanager
def collecting_seldom() -> Iterator[None]:
    """Lets the garbage collector run less often.

    The words of a document are a million objects that all stay, and hardly any of them in a
    circle: to look through them again and again took a third of the time.
    """
    before = gc.get_threshold()
    gc.set_threshold(*_SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*before)
