"""Pages of LlamaParse, whichever of its interfaces gave them: the same values under one name.

Its first interface gives `pages`, each with its `items`; the second one gives items, Markdown and
texts in lists of pages of their own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from core.parsing.adapters.json_values import mapping, mappings, number, string, whole
from core.parsing.adapters.native import NotNative

_FINE = frozenset({"", "OK", "SUCCESS", "COMPLETED"})


@dataclass
class ParsedPage:
    """What LlamaParse says of a page; `number` is None where it does not say which.

    `size` is width and height in the unit of its boxes, None for points of the page. `turned` says
    that it turned the page before it read it, `failure` why it could not read it.
    """

    number: int | None
    size: tuple[float, float] | None = None
    items: list[dict[str, Any]] = field(default_factory=list)
    markdown: str = ""
    text: str = ""
    header: str = ""
    footer: str = ""
    label: str = ""
    figures: list[dict[str, Any]] = field(default_factory=list)
    layout: list[dict[str, Any]] = field(default_factory=list)
    turned: bool = False
    empty: bool = False
    failure: str = ""


def read_pages(value: Any) -> list[ParsedPage]:
    """The pages of an answer, or of a list of answers.

    Raises:
        NotNative: it is none of LlamaParse.
    """
    answers = mappings(value) if isinstance(value, list) else [mapping(value)]
    pages = [page for answer in answers for page in _pages(answer)]
    if not pages:
        raise NotNative(
            "this is no JSON of LlamaParse, which holds pages with items, Markdown or text. Bring "
            "its JSON result, or choose another parser."
        )
    return pages


def _pages(answer: dict[str, Any]) -> list[ParsedPage]:
    if any(isinstance(answer.get(name), dict) for name in ("items", "markdown", "text")):
        return _second(answer)
    rows = mappings(answer.get("pages"))
    known = [row for row in rows if "page" in row and {"items", "md", "text"} & row.keys()]
    return [_first(row) for row in known]


def _first(row: dict[str, Any]) -> ParsedPage:
    status = string(row.get("status"))
    return ParsedPage(
        whole(row.get("page")),
        _size(row.get("width"), row.get("height")),
        mappings(row.get("items")),
        string(row.get("md")),
        string(row.get("text")),
        string(row.get("pageHeaderMarkdown")),
        string(row.get("pageFooterMarkdown")),
        string(row.get("printedPageNumber")),
        [*mappings(row.get("images")), *mappings(row.get("charts"))],
        mappings(row.get("layout")),
        _is_turned(row.get("originalOrientationAngle")),
        row.get("noTextContent") is True,
        "" if status.upper() in _FINE else status,
    )


def _second(answer: dict[str, Any]) -> list[ParsedPage]:
    """Pages put together from all lists of pages of an answer."""
    pages: dict[int | None, ParsedPage] = {}
    for name in ("items", "markdown", "text", "metadata"):
        for row in mappings(mapping(answer.get(name)).get("pages")):
            number = whole(row.get("page_number"))
            page = pages.setdefault(number, ParsedPage(number))
            _add(page, row)
    return list(pages.values())


def _add(page: ParsedPage, row: dict[str, Any]) -> None:
    page.size = page.size or _size(row.get("page_width"), row.get("page_height"))
    page.items += mappings(row.get("items"))
    page.markdown = page.markdown or string(row.get("markdown"))
    page.text = page.text or string(row.get("text"))
    page.header = page.header or string(row.get("header"))
    page.footer = page.footer or string(row.get("footer"))
    page.label = page.label or string(row.get("printed_page_number"))
    page.turned = page.turned or _is_turned(row.get("original_orientation_angle"))
    if row.get("success") is False:
        page.failure = string(row.get("error")) or "no reason given"


def _size(width: Any, height: Any) -> tuple[float, float] | None:
    across, down = number(width), number(height)
    return (across, down) if across and down and min(across, down) > 0 else None


def _is_turned(angle: Any) -> bool:
    return bool((number(angle) or 0.0) % 360)
