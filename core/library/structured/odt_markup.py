"""The content of an OpenDocument text as HTML."""

from __future__ import annotations

from collections import Counter
from html import escape
from typing import TYPE_CHECKING

from core.errors import BrokenFile, TooLarge
from core.library.structured.list_markers import styled_item
from core.library.structured.odt_numbers import OdtNumbers
from core.library.structured.xml_names import child, has_value, local, value, whole_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from xml.etree.ElementTree import Element

    Part = Callable[[str], Element | None]

_DEEPEST = 60
_MOST_REPEATED = 100
_MOST_SPACES = 200
_CAPTIONS = frozenset({"Caption", "Illustration", "Table", "Figure", "Drawing"})
_CONTAINERS = {
    "section": "div",
    "index-body": "div",
    "text-box": "div",
    "list-header": "div",
    "table-row": "tr",
    "ruby-base": "span",
}
_CONTENTS = frozenset(
    "table-of-content alphabetical-index illustration-index table-index user-index "
    "object-index".split()
)
_LEFT_OUT = {
    "annotation": "comments",
    "tracked-changes": "deleted text",
    "object": "objects",
    "ruby-text": "readings of characters",
}
_SILENT = frozenset(
    "annotation annotation-end tracked-changes sequence-decls variable-decls user-field-decls "
    "forms title desc event-listeners ruby-text index-title-template table-of-content-source "
    "alphabetical-index-source illustration-index-source table-index-source object "
    "note-citation".split()
)
_SHOWN = {"section": "display", "table-row": "visibility"}
"""Attributes that say whether these elements are shown."""
_HIDING = frozenset({"none", "collapse", "filter"})
_WHOLE = frozenset({"s", "span hidden"})
"""Looks of a paragraph that change what its text means."""
_STRUCK = ("text-line-through-style", "text-line-through-type")
_MASTER = {"header": "page header", "footer": "page footer"}


class OdtMarkup:
    """The HTML of one document; `left_out` counts what it does not show."""

    def __init__(self, document: Element, styles: Element | None, part: Part) -> None:
        """`document` is the root of content.xml, `styles` that of styles.xml.

        `part` has the root of another part by its name, None where there is none.
        """
        self.left_out: Counter[str] = Counter()
        self._document, self._styles, self._xml = document, styles, part
        self._parents: dict[str, str] = {}
        self._unnumbered: set[str] = set()
        self._looks: dict[str, str] = {}
        self._numbers = OdtNumbers()
        self._notes: list[str] = []
        for root in (styles, document):
            if root is not None:
                self._learn(root)

    def html(self) -> str:
        """The body of the document, its footnotes behind it."""
        body = child(self._document, "body", "text")
        main = "".join(self._inside(body, 0, "")) if body is not None else ""
        notes = f"<ol>{''.join(self._notes)}</ol>" if self._notes else ""
        return f"<body>{main}{notes}</body>"

    def running(self) -> Iterator[tuple[str, str]]:
        """Headers and footers of pages, each text once, with what they are."""
        seen: set[str] = set()
        for element in self._styles.iter() if self._styles is not None else ():
            reason = _MASTER.get(local(element).removesuffix("-left").removesuffix("-first"), "")
            if not reason:
                continue
            lines = ["".join(p.itertext()) for p in element.iter() if local(p) in ("p", "h")]
            text = "\n".join(line for line in lines if line.strip())
            if text and text not in seen:
                seen.add(text)
                yield reason, text

    def _learn(self, root: Element) -> None:
        """Remembers on which styles others rest, and which lists are numbered."""
        for element in root.iter():
            self._numbers.learn(element)
            if local(element) != "style":
                continue
            name = value(element, "name")
            self._parents[name] = value(element, "parent-style-name")
            if not value(element, "list-style-name") and has_value(element, "list-style-name"):
                self._unnumbered.add(name)
            self._looks[name] = _tag_of(child(element, "text-properties"))

    def _inside(self, element: Element, depth: int, lists: str) -> Iterator[str]:
        """What an element holds; `lists` names the style of the list around it."""
        if depth > _DEEPEST:
            yield escape("".join(element.itertext()))
            return
        yield escape(element.text or "")
        for each in element:
            yield from self._element(each, depth + 1, lists)
            yield escape(each.tail or "")

    def _element(self, element: Element, depth: int, lists: str) -> Iterator[str]:
        name = local(element)
        if name in _LEFT_OUT:
            self.left_out[_LEFT_OUT[name]] += 1
        if name in _SILENT:
            return
        if name in _LEAVES:
            yield _LEAVES[name](element)
        elif name in ("p", "h"):
            yield from self._paragraph(element, name, depth, lists)
        elif name == "list":
            yield from self._list(element, depth, lists)
        elif name == "note":
            yield from self._note(element, depth)
        elif name == "frame":
            yield from self._frame(element, depth, lists)
        elif name in _CONTENTS:
            yield from self._wrapped("div class=toc", element, depth, lists)
        else:
            yield from self._part(element, name, depth, lists)

    def _part(self, element: Element, name: str, depth: int, lists: str) -> Iterator[str]:
        """Tables and containers; of anything else what it holds."""
        if name == "table":
            yield from self._wrapped("table role=table", element, depth, lists)
        elif name == "table-header-rows":
            yield from self._wrapped("thead", element, depth, lists)
        elif name == "table-cell":
            spans = (
                f'td colspan="{_span(element, "number-columns-spanned")}" '
                f'rowspan="{_span(element, "number-rows-spanned")}"'
            )
            for _ in range(_span(element, "number-columns-repeated")):
                yield from self._wrapped(spans, element, depth, lists)
        elif name == "span":
            yield from self._wrapped(self._look(element), element, depth, lists)
        elif _is_hidden(element):
            yield from self._wrapped("span hidden", element, depth, lists)
        elif name in _CONTAINERS:
            hidden = " hidden" if value(element, _SHOWN.get(name, "")) in _HIDING else ""
            for _ in range(_span(element, "number-rows-repeated")):
                yield from self._wrapped(_CONTAINERS[name] + hidden, element, depth, lists)
        else:
            yield from self._inside(element, depth, lists)

    def _wrapped(self, tag: str, element: Element, depth: int, lists: str) -> Iterator[str]:
        yield f"<{tag}>"
        yield from self._inside(element, depth, lists)
        yield f"</{tag.partition(' ')[0]}>"

    def _paragraph(self, element: Element, name: str, depth: int, lists: str) -> Iterator[str]:
        style = set(self._lineage(value(element, "style-name")))
        label = ""
        if name == "h":
            number = whole_number(element, "outline-level", 1)
            tag = f"h{min(max(number, 1), 6)}"
            if not lists and not style & self._unnumbered and not value(element, "is-list-header"):
                label = self._numbers.heading(number)
        elif "Title" in style:
            tag = "h1 class=title"
        else:
            tag = "div class=caption" if style & _CAPTIONS else "p"
        yield f"<{tag}>{escape(label)} " if label else f"<{tag}>"
        look = self._look(element)
        if any(local(e) == "hidden-paragraph" and _is_hidden(e) for e in element):
            look = "span hidden"
        within = look if look in _WHOLE else "span"
        yield from self._wrapped(within, element, depth, lists)
        yield f"</{tag.partition(' ')[0]}>"

    def _look(self, element: Element) -> str:
        styles = self._lineage(value(element, "style-name"))
        return next((look for style in styles if (look := self._looks.get(style))), "span")

    def _lineage(self, style: str) -> Iterator[str]:
        for _ in range(_DEEPEST):
            if not style:
                return
            yield style
            style = self._parents.get(style, "")

    def _list(self, element: Element, depth: int, lists: str) -> Iterator[str]:
        outer, _, level = lists.rpartition("/")
        style = value(element, "style-name") or outer
        here = int(level or 0) + 1
        numbered = self._numbers.has(style, here)
        if here == 1:
            self._numbers.begin(element, style)
        yield "<ol>" if numbered else "<ul>"
        for item in element:
            tag, begin = "li", "<li>"
            if local(item) != "list-item" or _is_wrapper(item):
                tag, begin = "div", "<div>"
            elif numbered:
                begin = styled_item(self._numbers.item(item, style, here))
            yield begin
            yield from self._inside(item, depth + 1, f"{style}/{here}")
            yield f"</{tag}>"
        yield "</ol>" if numbered else "</ul>"

    def _note(self, element: Element, depth: int) -> Iterator[str]:
        number = len(self._notes) + 1
        mark = next((c.text for c in element if local(c) == "note-citation"), "") or str(number)
        self._notes.append("")
        body = child(element, "note-body")
        inner = "".join(self._inside(body, depth, "")) if body is not None else ""
        back = f'<a href="#mark-{number}">↑</a>'
        begin = styled_item(f"{mark}." if mark.isalnum() else mark)
        self._notes[number - 1] = f'{begin[:-1]} id="note-{number}">{inner}{back}</li>'
        yield f'<sup><a id="mark-{number}" href="#note-{number}">{escape(mark)}</a></sup>'

    def _formula(self, element: Element | None) -> Element | None:
        """The formula that an object is, within it or in a part of its own; None for any other,
        and where that part is damaged.
        """
        if element is None:
            return None
        if (inside := child(element, "math")) is not None:
            return inside
        name = f"{value(element, 'href').removeprefix('./').rstrip('/')}/content.xml"
        try:
            root = self._xml(name)
        except (BrokenFile, TooLarge):
            return None
        return root if root is not None and local(root) == "math" else None

    def _frame(self, element: Element, depth: int, lists: str) -> Iterator[str]:
        if (formula := self._formula(child(element, "object"))) is not None:
            yield _mathml(formula)
            return
        words = [c.text or "" for c in element if local(c) in ("title", "desc")]
        images = [each for each in element if local(each) == "image"]
        # A drawing has a picture beside it for programs that cannot show drawings.
        image = min(images, key=lambda i: value(i, "href").endswith(".svg"), default=None)
        if image is None:
            yield from self._inside(element, depth, lists)
            return
        alt = escape(" ".join(" ".join(words).split()), quote=True)
        yield f'<img src="{escape(value(image, "href"), quote=True)}" alt="{alt}">'


def _mathml(element: Element, depth: int = 0) -> str:
    """A formula as HTML takes it, whose elements have no namespaces."""
    if depth > _DEEPEST:
        return escape("".join(element.itertext()))
    inner = "".join(f"{_mathml(part, depth + 1)}{escape(part.tail or '')}" for part in element)
    return f"<{local(element)}>{escape(element.text or '')}{inner}</{local(element)}>"


def _tag_of(properties: Element | None) -> str:
    """The tag of a style with these properties; empty where they say nothing of it."""
    if properties is None:
        return ""
    if value(properties, "display") == "none":
        return "span hidden"
    if any(value(properties, name) not in ("", "none") for name in _STRUCK):
        return "s"
    if position := value(properties, "text-position").partition(" ")[0]:
        raised = position not in ("0%", "0.0%")
        return ("sub" if position[0] == "-" or position == "sub" else "sup") if raised else "span"
    return "span" if any(has_value(properties, name) for name in _STRUCK) else ""


def _spaces(element: Element) -> str:
    return " " * min(whole_number(element, "c", 1), _MOST_SPACES)


def _image(element: Element) -> str:
    return f'<img src="{escape(value(element, "href"), quote=True)}" alt="">'


_LEAVES: dict[str, Callable[[Element], str]] = {
    "s": _spaces,
    "tab": lambda _: " ",
    "line-break": lambda _: "<br>",
    "image": _image,
}


def _is_hidden(field: Element) -> bool:
    """Whether a field hides its text, or its paragraph, by the condition that it holds."""
    return value(field, "is-hidden") == "true"


def _is_wrapper(item: Element) -> bool:
    """Whether an item only holds a list, as one does whose own level goes unused."""
    return len(item) > 0 and local(item[0]) == "list"


def _span(element: Element, name: str) -> int:
    return min(max(whole_number(element, name, 1), 1), _MOST_REPEATED)
