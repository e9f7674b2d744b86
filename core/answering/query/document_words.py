"""What a document itself says of its words: which there are, and what abbreviations stand for."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import DataTooNew
from core.file_format import Form, decode_values, encode_values
from core.glossary.building import glossary
from core.sir import HEADINGS, ElementType
from core.text.words import word_list

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.sir import Sir

DOCUMENT_WORDS = Form("sightline.document-words")
"""What is kept of a document, so that a question to many of them reads no trees."""


@dataclass(frozen=True)
class DocumentWords:
    """The words of a document.

    `heading` are its titles, else its first heading; `vocabulary` are its words in lower case,
    counted; `abbreviations` say what is short for what, where the document spells it out.
    """

    heading: str
    vocabulary: Mapping[str, int]
    abbreviations: Mapping[str, str]


def read_document_words(sir: Sir) -> DocumentWords:
    """The words of a document, read and counted."""
    counts: Counter[str] = Counter()
    for node in sir.nodes[: sir.flow]:
        counts.update(word_list(node.text))
    return DocumentWords(first_heading(sir), counts, glossary(sir).abbreviations)


def first_heading(sir: Sir) -> str:
    """The titles of a document, else its first heading; empty without any."""
    texts = {
        kind: [node.text for node in sir.nodes[: sir.flow] if node.type is kind]
        for kind in HEADINGS
    }
    return " ".join(texts[ElementType.TITLE]) or next(iter(texts[ElementType.SECTION_HEADER]), "")


def pack_document_words(words: DocumentWords) -> bytes:
    """Words as the content of a file; abbreviations keep their order."""
    values = {
        "heading": words.heading,
        "vocabulary": words.vocabulary,
        "abbreviations": list(words.abbreviations.items()),
    }
    return encode_values(DOCUMENT_WORDS, values)


def unpack_document_words(content: bytes) -> DocumentWords | None:
    """What `pack_document_words` was given; None if it is damaged or of another version."""
    try:
        return check_document_words(content, Path())
    except (ValueError, KeyError, TypeError, DataTooNew):
        return None


def check_document_words(content: bytes, path: Path) -> DocumentWords:
    """What the file at a path holds. Raises `ValueError`, `KeyError`, `TypeError` and
    `DataTooNew`."""
    values = decode_values(DOCUMENT_WORDS, content, path)
    abbreviations = dict(values["abbreviations"])
    return DocumentWords(values["heading"], values["vocabulary"], abbreviations)
