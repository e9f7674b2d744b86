"""What the library knows of a document, stored as `document.json` beside the file."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Literal

from pydantic import Field, JsonValue

from core.file_format import Form
from core.library.file_kinds import Kind
from core.sir import Page
from core.value_models import FrozenModel

RECORD = Form("sightline.record")
DOCUMENT_ID = re.compile(r"[0-9a-f]{64}")
"""The SHA-256 of the bytes of a document, by which it is named."""


class ParseInfo(FrozenModel):
    """How a document was parsed. Pages are named by their 1-based numbers.

    `key` names the stored result. `chosen` says that a person chose the parser or its
    `options`; else the Inspector did, `decided_by` being its language model, empty if its policy
    decided. `route` is that of most pages, `page_routes` counts them
    all, `ocr_pages` were read by OCR. `failed_pages` cannot be read; for `missing_pages` only time
    was lacking, so that another attempt may read them. `language` is that of the words that were
    read, by name; empty where it was never noted.
    """

    key: str
    parser: str
    route: str
    seconds: float
    chosen: bool = False
    decided_by: str = ""
    options: dict[str, JsonValue] = Field(default_factory=dict)
    page_routes: dict[str, int] = Field(default_factory=dict)
    ocr_pages: tuple[int, ...] = ()
    failed_pages: tuple[int, ...] = ()
    missing_pages: tuple[int, ...] = ()
    warnings: tuple[str, ...] = ()
    language: str = ""


class Edition(FrozenModel):
    """What a person confirmed of a document as an edition; empty is what nobody confirmed.

    `issued` and `valid_until` are days, months or years (ISO 8601). Documents with the same `work`
    are editions of one, those with the higher `place` the newer ones.
    """

    publisher: str = ""
    issued: str = ""
    valid_until: str = ""
    status: Literal["", "draft", "current", "superseded", "withdrawn"] = ""
    version: str = ""
    work: str = ""
    place: int = 0


class DocumentRecord(FrozenModel):
    """One document: named by the SHA-256 of its bytes, shown by the names of its uploads.

    `kind` is what it was given as: text and tables are set on pages by the library. `size` counts
    bytes. `encrypted` is true of any encryption; `decrypted_copy` says that the
    library keeps a copy that opens without the password. `working_sha` is the SHA-256 of what is
    read in place of the file, empty where that is the file itself, or was never noted.

    `title`, `author` and `date` are as the file itself states them, empty where it does not; the
    date is the day, month or year (ISO 8601) on which it was made. Author and date are None where
    they were never read. `by_hand` holds what a person says instead, under these names. `edition`
    is what a person confirmed of its publisher, validity and status.
    """

    sha: str
    names: tuple[str, ...]
    size: int
    added_at: datetime
    pages: tuple[Page, ...]
    title: str = ""
    author: str | None = None
    date: str | None = None
    by_hand: dict[str, str] = Field(default_factory=dict)
    edition: Edition = Edition()
    kind: Kind = Kind.PDF
    encrypted: bool = False
    decrypted_copy: bool = False
    working_sha: str = ""
    parse: ParseInfo | None = None

    @property
    def name(self) -> str:
        """The name of the first upload."""
        return self.names[0]

    @property
    def page_count(self) -> int:
        """Number of pages."""
        return len(self.pages)

    def stated(self, name: str) -> str:
        """Title, author or date: as a person says, else as the file does; empty if neither."""
        return self.by_hand.get(name, getattr(self, name) or "")

    @property
    def is_described(self) -> bool:
        """Whether the file was asked for its author and date, and its words for their language."""
        return None not in (self.author, self.date) and bool(self.parse and self.parse.language)

    def named(self, name: str) -> DocumentRecord:
        """The same document, known by one more name."""
        if name in self.names:
            return self
        return self.model_copy(update={"names": (*self.names, name)})
