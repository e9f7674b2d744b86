"""A checked answer as it is kept, shown again and handed on."""

from __future__ import annotations

from datetime import datetime

from pydantic import Field, JsonValue

from core.errors import NotFound
from core.history.checks import Review
from core.sir import Page
from core.value_models import FrozenModel


class SourceDocument(FrozenModel):
    """A document that an answer cites, as it was when the answer was signed.

    `sha` is the SHA-256 of the file, `name` what people call it; `version` and `effective` are as
    the document states them, empty where it does not. `parse_key` names the reading.

    `pages` are those that are kept with a signed answer, in the order of its excerpt, `excerpt`
    and `tree` the SHA-256 of the files that hold them: as PDF, and as `core.history.kept_tree`.
    """

    sha: str
    name: str
    title: str = ""
    version: str = ""
    effective: str = ""
    parse_key: str = ""
    pages: tuple[Page, ...] = ()
    excerpt: str = ""
    tree: str = ""

    def excerpt_page(self, number: int) -> int:
        """The page (1-based) of the excerpt that shows a page of the document.

        Raises:
            NotFound: that page was not kept.
        """
        numbers = [page.number for page in self.pages]
        if number not in numbers:
            raise NotFound(f"Page {number} of {self.name} was not kept with this answer.")
        return numbers.index(number) + 1


class Signature(FrozenModel):
    """Who stands for a checked answer, and when; `program` is the version of Sightline."""

    name: str
    signed_at: datetime
    program: str


class SignedAnswer(FrozenModel):
    """An answer as it was checked and signed, whole in itself.

    `answer` is what `core.history.answer_form` makes of an answer, with its cards; `settings` is
    the configuration as in an address. `id` is made of the content. Pages that are cited are kept
    as an excerpt of each document beside it.
    """

    id: str
    question: str
    answer: dict[str, JsonValue]
    review: Review
    signature: Signature
    sources: tuple[SourceDocument, ...]
    settings: str = ""
    note: str = ""
    tags: tuple[str, ...] = Field(default=())
