"""Reads what Docling writes: a DoclingDocument in JSON, or DocTags."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.parsing.adapters.docling.reading import HINT, answer_of, document_of
from core.parsing.adapters.docling.tree import DocumentTree
from core.parsing.adapters.doctags.reader import read_doctags
from core.parsing.adapters.doctags.tokens import PAGE_BREAK, has_tags
from core.parsing.adapters.native import NotNative

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.parsing.adapters.native import NativeDocument
    from core.sir import Page

_MARK = b"\xef\xbb\xbf"


def convert(content: bytes, pages: Sequence[Page]) -> NativeDocument:
    """The elements of a JSON file, an answer of docling-serve, or a text in DocTags.

    Raises:
        NotNative: it is none of these.
    """
    content = content.removeprefix(_MARK).strip()
    if not content.startswith((b"{", b"[")):
        return _of_doctags(content.decode("utf-8", "replace"), pages)
    answer = answer_of(content)
    if answer.document is None:
        document = _of_doctags(answer.doctags, pages)
    else:
        document = DocumentTree(document_of(answer.document), pages).convert()
    document.problems[:0] = answer.problems
    return document


def _of_doctags(text: str, pages: Sequence[Page]) -> NativeDocument:
    if not has_tags(text):
        raise NotNative(f"This is neither JSON nor DocTags of Docling. {HINT}")
    outputs = text.split(PAGE_BREAK)
    document = read_doctags(outputs, pages)
    if len(outputs) < len(pages):
        document.problems.append(
            f"DocTags count only pages with content. There are {len(outputs)} of them for "
            f"{len(pages)} pages, so text behind an empty page stands on the wrong page. Export "
            "JSON from Docling, which names the page of each text."
        )
    return document
