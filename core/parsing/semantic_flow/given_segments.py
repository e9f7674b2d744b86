"""Where segments begin as a language model chose them: kept beside a document, read by path 2.

Elements of the flow are numbered from 0, before segments hold them.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, ValidationError

from core.errors import DataDamaged
from core.parsing.base import NATIVE
from core.parsing.native_options import read_native

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pymupdf

SEGMENTS_BY = "segments_by"
"""Key of the metadata of a tree that names the language model that chose its segments."""


class GivenSegments(BaseModel):
    """The elements with which segments begin, by the language model `model`.

    `gaps` are the elements that the model saw together with the one before, so that it could have
    named them; between others, rules decide. `digest` tells of which flow it was asked (see
    `flow_digest`), `notices` are sentences for people.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str
    digest: str
    begins: tuple[int, ...] = ()
    gaps: tuple[int, ...] = ()
    notices: tuple[str, ...] = ()

    def for_flow(self, texts: Iterable[str]) -> GivenSegments:
        """These where the flow has the same texts, else none of them, with a notice."""
        if flow_digest(texts) == self.digest:
            return self
        notice = (
            f"The pages are read otherwise now than when {self.model} parted the text, so "
            "distances between paragraphs decided. Ask the model again on the page Structure."
        )
        return GivenSegments(model="", digest="", notices=(notice,))

    def told(self) -> dict[str, str]:
        """What a tree says of them in its metadata."""
        values = {SEGMENTS_BY: self.model, "notices": "\n".join(self.notices)}
        return {name: value for name, value in values.items() if value}


def kept_segments(pdf: pymupdf.Document, name: str) -> GivenSegments | None:
    """What is kept under a name beside a PDF; None where the name is empty.

    Raises:
        DataDamaged: it is gone, or cannot be read.
    """
    if not name:
        return None
    try:
        return GivenSegments.model_validate_json(read_native(pdf, name))
    except ValidationError as error:
        raise DataDamaged(
            f"What a language model said of the topics of this document is damaged: {NATIVE}/"
            f"{name}. Choose another route for it, and ask the model again."
        ) from error


def flow_digest(texts: Iterable[str]) -> str:
    """A name for a flow of elements with these texts, whatever became of hyphens and spaces."""
    digest = blake2b(digest_size=8)
    for text in texts:
        digest.update("".join(filter(str.isalnum, text)).encode("utf-8", "surrogatepass") + b"\n")
    return digest.hexdigest()
