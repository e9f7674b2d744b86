"""The JSON of a model's answer as people save it: bare, in fences, among words, or cut off."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic_core import from_json

from core.parsing.adapters.gemini.layout import CLASSES
from core.parsing.adapters.json_values import mapping, mappings, string, whole
from core.parsing.adapters.native import NotNative

if TYPE_CHECKING:
    from collections.abc import Iterator

ELEMENTS, PAGES = "layout_elements", "pages"
"""Keys of the elements of a page, and of pages."""

_FENCE = re.compile(r"(?ms)^[ \t]*```\w*[ \t]*$(.*?)(?:^[ \t]*```[ \t]*$|\Z)")
_JSON = re.compile(r"[\[{]")
_ESCAPE = re.compile(r'\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})|\\')
_CLOSED = re.compile(r"\}[\s,\]]*\Z")
"""The end of an element, and of all of them."""
_TAIL = 200
"""Characters at the end of a text that say whether an element was finished."""
_DECODER = json.JSONDecoder(strict=False)
"""Takes line breaks inside of strings, which models forget to escape."""


@dataclass(slots=True)
class ReadPage:
    """The elements of a page as they were written. `number` is None where only its boxes tell."""

    number: int | None
    elements: list[dict[str, Any]]
    problem: str = ""


@dataclass(slots=True)
class ReadOutput:
    """The pages of an output, the model that is said to have written it, and if it is cut off."""

    pages: list[ReadPage]
    model: str = ""
    cut_off: bool = False


def read(content: bytes) -> ReadOutput:
    """What an output says, as far as it came.

    Raises:
        NotNative: it holds no elements of pages.
    """
    output = ReadOutput([])
    known = False
    for part in _parts(content.decode("utf-8-sig", "replace").strip()):
        for value, cut_off in _values(part):
            pages = _pages(value)
            if pages is None:
                continue
            if cut_off:
                _drop_unfinished(pages, part)
            known, output.cut_off = True, output.cut_off or cut_off
            output.model = output.model or string(mapping(value).get("model"))
            output.pages += pages
    if not known:
        raise NotNative(
            "this is no page layout of a language model: no JSON with layout_elements, nor a list "
            "of boxes (box_2d), can be read in it. Save the model's whole answer, or choose the "
            "parser that wrote the file."
        )
    return output


def elements_of(reply: str) -> list[dict[str, Any]]:
    """The elements of one answer that were finished before it broke off."""
    try:
        pages = read(reply.encode("utf-8", "replace")).pages
    except NotNative:
        return []
    return [element for page in pages for element in page.elements]


def _parts(text: str) -> list[str]:
    """The text, or what stands in its fences."""
    if text.startswith(("{", "[")):
        return [text]
    return [match[1] for match in _FENCE.finditer(text)] or [text]


def _values(text: str) -> Iterator[tuple[Any, bool]]:
    """The values of a text, whatever stands between them, and whether they are cut off."""
    at, mended = 0, False
    while start := _JSON.search(text, at):
        try:
            value, at = _DECODER.raw_decode(text, start.start())
        except (ValueError, RecursionError):
            text, at = text[start.start() :], 0
            if mended:
                yield _begun(text), True
                return
            text, mended = _mended(text), True
        else:
            yield value, False


def _mended(text: str) -> str:
    """JSON with backslashes as JSON writes them: models forget it for those of LaTeX."""
    return _ESCAPE.sub(lambda match: match[0] if len(match[0]) > 1 else "\\\\", text)


def _begun(text: str) -> Any:
    """What is there of a value that is cut off; None where it is no JSON."""
    try:
        return from_json(text.encode("utf-8", "replace"), allow_partial=True)
    except ValueError:
        return None


def _pages(value: Any) -> list[ReadPage] | None:
    """The pages of a value; None where it is of another form."""
    if isinstance(value, list):
        return _of_list(mappings(value))
    values = mapping(value)
    if isinstance(values.get(ELEMENTS), list):
        return [_page(values)]
    pages = values.get(PAGES)
    if not isinstance(pages, list):
        return None
    read_pages = [_page(page) for page in mappings(pages) if isinstance(page.get(ELEMENTS), list)]
    return read_pages or ([] if not pages and values.get("parser") == "gemini" else None)


def _of_list(values: list[dict[str, Any]]) -> list[ReadPage] | None:
    """Pages, or the elements of one."""
    pages = [_page(value) for value in values if isinstance(value.get(ELEMENTS), list)]
    elements = [value for value in values if _is_element(value)]
    if elements:
        pages.append(ReadPage(None, elements))
    return pages or None


def _page(values: dict[str, Any]) -> ReadPage:
    number, problem = whole(values.get("page_number")), string(values.get("problem"))
    return ReadPage(number, mappings(values[ELEMENTS]), problem)


def _is_element(values: dict[str, Any]) -> bool:
    boxed = "box_2d" in values or "box_2d" in mapping(values.get("bbox"))
    return boxed or ("content" in values and category(values) in CLASSES)


def category(element: dict[str, Any]) -> str:
    """The name of the category of an element as the list of them has it."""
    return "_".join(re.split(r"[\s-]+", string(element.get("category")).lower()))


def _drop_unfinished(pages: list[ReadPage], text: str) -> None:
    """Takes out the element in whose middle a text ends."""
    if not pages or not pages[-1].elements:
        return
    last = pages[-1].elements[-1]
    is_whole = _CLOSED.search(text[-_TAIL:]) and ("content" in last or "label" in last)
    if not is_whole:
        pages[-1].elements.pop()
