"""The tags and texts of a page in DocTags.

Text is not escaped in DocTags, so anything in angle brackets whose name is none of the language may
be text; the reader decides.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from core.parsing.adapters.doctags.otsl import NEW_LINE, SQUARES
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE_BREAK = "<page_break>"
DOCUMENT, PLACE, LINK = "doctag", "loc", "link"

CLASSES = {
    "title": ElementType.TITLE,
    "section_header": ElementType.SECTION_HEADER,
    "text": ElementType.PARAGRAPH,
    "paragraph": ElementType.PARAGRAPH,
    "handwritten_text": ElementType.PARAGRAPH,
    "inline": ElementType.PARAGRAPH,
    "footnote": ElementType.FOOTNOTE,
    "unordered_list": ElementType.LIST,
    "ordered_list": ElementType.LIST,
    "list_item": ElementType.LIST_ITEM,
    "reference": ElementType.REFERENCE_ITEM,
    "caption": ElementType.CAPTION,
    "picture": ElementType.FIGURE,
    "chart": ElementType.FIGURE,
    "otsl": ElementType.TABLE,
    "table": ElementType.TABLE,
    "document_index": ElementType.DOC_INDEX,
    "page_header": ElementType.PAGE_HEADER,
    "page_footer": ElementType.PAGE_FOOTER,
    "formula": ElementType.FORMULA,
    "form": ElementType.FORM_AREA,
    "key_value_region": ElementType.KEY_VALUE_AREA,
    "key": ElementType.KEY_VALUE,
    "value": ElementType.KEY_VALUE,
    "checkbox": ElementType.KEY_VALUE,
    "checkbox_selected": ElementType.KEY_VALUE,
    "checkbox_unselected": ElementType.KEY_VALUE,
    "code": ElementType.MISSING,
    "smiles": ElementType.MISSING,
}
"""Classes by the names of their tags, without levels and numbers."""

_TAG = re.compile(r"<(/?)([A-Za-z_][\w+#]*)\s*(/?)>")
_COUNTED = re.compile(r"(loc|section_header_level|key|value|checkbox|link)_(\d{1,9})")
_IGNORED = re.compile(r"_[\w+#]+_|page_break")
_END = re.compile(r"<\|?(?:end_of_utterance|end_of_text|im_end)\|?>")
_SPEAKER = re.compile(r"\s*(?:assistant\b\s*:?\s*)?(?:```\w*\s*)?", re.IGNORECASE)
_FENCE = re.compile(r"\s*```\s*$")
_CUT_TAG = re.compile(r"<(?:/?[a-z_]+\d{0,9})?$")
_ESCAPES = {"&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&amp;": "&"}
_ESCAPED = re.compile("|".join(_ESCAPES))


class Token(NamedTuple):
    """A tag by its name, or a text, whose name is empty; `written` is what stands there.

    `is_known` says whether the name is one of the language. `number` is a place, a level, or the
    number of a key or value.
    """

    name: str
    written: str
    closes: bool = False
    number: int | None = None
    is_known: bool = True


def unwrapped(output: str) -> tuple[str, bool]:
    """A page without what models write around it, and whether it breaks off within a tag."""
    whole = _FENCE.sub("", _END.sub("", output)).rstrip()
    whole = _SPEAKER.sub("", whole, count=1)
    text = _CUT_TAG.sub("", whole)
    return text, text != whole


def tokens_of(text: str) -> Iterator[Token]:
    """The tokens of a page in their order."""
    end = 0
    for match in _TAG.finditer(text):
        if match.start() > end:
            yield Token("", _unescaped(text[end : match.start()]))
        end = match.end()
        if not _IGNORED.fullmatch(match[2]):
            yield _tag(match)
    if end < len(text):
        yield Token("", _unescaped(text[end:]))


def has_tags(text: str) -> bool:
    """Whether a text holds a tag that only DocTags have."""
    return any(
        token.name == DOCUMENT or token.name == PLACE or token.name in SQUARES
        for token in tokens_of(text)
    )


def _tag(match: re.Match[str]) -> Token:
    counted = _COUNTED.fullmatch(match[2])
    name = counted[1].removesuffix("_level") if counted else match[2]
    known = name in CLASSES or name in SQUARES or name in (DOCUMENT, PLACE, LINK, NEW_LINE)
    known = known and (counted is not None or name not in (PLACE, LINK, "key", "value"))
    return Token(name, match[0], bool(match[1]), int(counted[2]) if counted else None, known)


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda match: _ESCAPES[match[0]], text)
