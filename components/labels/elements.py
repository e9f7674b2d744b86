"""What classes of elements are called, on every page by the same words."""

from __future__ import annotations

from core.sir import ElementType

_NAMES = {
    ElementType.SECTION_HEADER: "section heading",
    ElementType.TITLE: "document title",
    ElementType.DOC_INDEX: "table of contents",
    ElementType.KEY_VALUE: "name and value",
    ElementType.REFERENCE_ITEM: "reference",
    ElementType.REFERENCE_LIST: "list of references",
}
"""Where the name of a class does not say it."""


def class_words(type_: ElementType) -> str:
    """The name of a class within a sentence, such as `table row`."""
    return _NAMES.get(type_) or type_.value.replace("_", " ")
