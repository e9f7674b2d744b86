"""A document of Docling from JSON, as its library writes it or docling-serve answers with it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pydantic_core import from_json

from core.parsing.adapters.docling.schema import Item, PageItem, Size
from core.parsing.adapters.native import NotNative

if TYPE_CHECKING:
    from collections.abc import Mapping

HINT = "Export it again with Docling, as JSON or as DocTags, or choose the parser that it is of."
_SCHEMA = "DoclingDocument"
_KINDS = (
    "texts",
    "groups",
    "tables",
    "pictures",
    "key_value_items",
    "form_items",
    "field_regions",
    "field_items",
)
_MOST_ERRORS = 5
"""Errors of the service that are told."""
_LONGEST = 200
"""Characters of an error of the service that are told."""


@dataclass(frozen=True, slots=True)
class DoclingFile:
    """A document: its items by references such as `#/texts/3`, its roots, its page sizes.

    `damaged` are the references of items that hold something else where their text should be.
    """

    version: str
    items: dict[str, Item]
    body: Item
    furniture: Item
    sizes: dict[int, Size]
    damaged: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Answer:
    """A document as JSON or as DocTags, one of which is there, and what its service said of it."""

    document: Mapping[str, Any] | None
    doctags: str = ""
    problems: tuple[str, ...] = ()


def answer_of(content: bytes) -> Answer:
    """The document that a file holds, by itself or in an answer of docling-serve.

    Raises:
        NotNative: it holds none.
    """
    try:
        value = from_json(content)
    except ValueError as error:
        raise NotNative(f"This is no JSON of Docling: it is cut off or damaged. {HINT}") from error
    if not isinstance(value, dict):
        raise NotNative(f"This JSON is no document of Docling, which is an object. {HINT}")
    if value.get("schema_name", _SCHEMA) != _SCHEMA:
        raise NotNative(f"This JSON is of another schema than that of Docling ({_SCHEMA}). {HINT}")
    if _is_document(value):
        return Answer(value)
    exported = value.get("document", value.get("content"))
    if not isinstance(exported, dict):
        raise NotNative(f"This JSON is no document of Docling: body and texts are missing. {HINT}")
    return _served(value, exported)


def document_of(value: Mapping[str, Any]) -> DoclingFile:
    """A document with all its items checked."""
    items: dict[str, Item] = {}
    damaged: list[str] = []
    for kind in _KINDS:
        rows = value.get(kind)
        for index, row in enumerate(rows if isinstance(rows, list) else ()):
            reference = f"#/{kind}/{index}"
            if not isinstance(row, dict) or not isinstance(row.get("text", ""), str):
                damaged.append(reference)
            if isinstance(row, dict):
                items[reference] = Item.model_validate(row)
    return DoclingFile(
        version=str(value.get("version", ""))[:_LONGEST],
        items=items,
        body=_root(value.get("body")),
        furniture=_root(value.get("furniture")),
        sizes=_sizes(value.get("pages")),
        damaged=damaged,
    )


def _is_document(value: Mapping[str, Any]) -> bool:
    return isinstance(value.get("body"), dict) and isinstance(value.get("texts"), list)


def _root(value: Any) -> Item:
    return Item.model_validate(value if isinstance(value, dict) else {})


def _sizes(value: Any) -> dict[int, Size]:
    rows = value if isinstance(value, dict) else {}
    sizes = {
        int(number): PageItem.model_validate(row).size
        for number, row in rows.items()
        if number.isascii() and number.isdecimal() and len(number) < 8 and isinstance(row, dict)
    }
    return {number: size for number, size in sizes.items() if size}


def _served(value: Mapping[str, Any], exported: Mapping[str, Any]) -> Answer:
    problems = tuple(_errors(value.get("errors")))
    document, doctags = exported.get("json_content"), exported.get("doctags_content")
    if isinstance(document, dict) and _is_document(document):
        return Answer(document, problems=problems)
    if isinstance(doctags, str) and doctags.strip():
        return Answer(None, doctags, problems)
    status = value.get("status")
    reason = " ".join([f"its status is {status}." if isinstance(status, str) else "", *problems])
    raise NotNative(
        "This answer of Docling (docling-serve) holds no document as JSON: "
        f"{reason.strip() or 'it does not say why.'} Ask for it with to_formats=json, or look "
        "into the log of the service."
    )


def _errors(value: Any) -> list[str]:
    """What went wrong in single parts of the document, in sentences."""
    errors = (
        [error for error in value if isinstance(error, dict)] if isinstance(value, list) else []
    )
    sentences = []
    for error in errors[:_MOST_ERRORS]:
        page = error.get("page_no")
        place = f" on page {page}" if isinstance(page, int) else ""
        words = " ".join(str(error.get("error_message") or "no reason given").split())
        sentences.append(f"Docling reports an error{place}: {words[:_LONGEST].rstrip('.')}.")
    return sentences
