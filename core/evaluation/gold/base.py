"""What people say stands on the pages of a document: boxes with classes, texts, an order, tables.

Gold is of one document and one form of file. A document may have one of each form; a measure is
taken from the first that has what it needs.
"""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple, Protocol

from core.value_models import StrictModel

if TYPE_CHECKING:
    from core.evaluation.questions.formats.file_content import Content
    from core.geometry import Box
    from core.library import DocumentRecord


class GoldElement(StrictModel):
    """One element of a page.

    `kind` is its class in the vocabulary of the gold, `page` 1-based, `box` its left, top, right
    and bottom edge as fractions of the displayed page. `order` is its place in the reading order of
    its page, None where the file says none. `html` is the content of a table.
    """

    kind: str
    page: int
    box: tuple[float, float, float, float]
    order: int | None = None
    text: str = ""
    html: str = ""


class Gold(StrictModel):
    """The gold of a document that one file holds.

    `form` is a key of `FORMS`, `name` what the file is called. Boxes are those of the annotated
    `pages` (1-based), their classes those of `vocabulary`; Markdown, which has none, is of the
    whole document. `problems` are sentences about what of the file was left out.
    """

    form: str
    name: str
    added_at: datetime
    vocabulary: str = ""
    pages: tuple[int, ...] = ()
    elements: tuple[GoldElement, ...] = ()
    markdown: str = ""
    problems: tuple[str, ...] = ()

    @property
    def kinds(self) -> Counter[str]:
        """How many elements there are of each class."""
        return Counter(element.kind for element in self.elements)

    def on(self, page: int) -> list[GoldElement]:
        """The elements of a page, those with a place in the reading order first, in that order."""
        own = [element for element in self.elements if element.page == page]
        return sorted(own, key=lambda each: (each.order is None, each.order or 0))


class Drawn(NamedTuple):
    """An element as a file says it: its class there, and its box as fractions of its page."""

    category: str
    page: int
    box: Box
    order: int | None = None
    text: str = ""
    html: str = ""


class Annotations(NamedTuple):
    """What a file holds: all classes that it names, its elements, the annotated pages.

    `unscored` elements are marked as such by the file.
    """

    categories: tuple[str, ...] = ()
    drawn: tuple[Drawn, ...] = ()
    pages: tuple[int, ...] = ()
    markdown: str = ""
    unscored: int = 0


class GoldForm(Protocol):
    """A form that files of gold have."""

    def recognises(self, content: Content) -> bool:
        """Whether a file has this form, as far as its outline shows. Raises as `Content`."""
        ...

    def read(self, content: Content, record: DocumentRecord) -> Annotations:
        """What a file says of a document.

        Raises:
            InputError: it is damaged, or of another document; the message names the file.
        """
        ...
