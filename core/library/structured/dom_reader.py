"""The elements of a web page as blocks."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from core.library.structured.blocks import Block, Look
from core.library.structured.dom import (
    BLOCKS,
    HEADINGS,
    TEXT,
    aria_level,
    attribute,
    children,
    own_text,
    shown_text,
)
from core.library.structured.dom_figures import picture_block, read_figure, read_table
from core.library.structured.dom_lists import is_list, read_list
from core.library.structured.dom_tables import is_layout
from core.library.structured.formulas import formula_text, is_formula
from core.library.structured.inline_text import InlineText
from core.library.structured.list_markers import Markers
from core.library.structured.preformatted import preformatted
from core.library.structured.scripts import script_text
from core.library.structured.set_aside import (
    BACK_LINKS,
    HIDDEN,
    LISTED,
    PERMALINKS,
    SILENT,
    classes,
    is_hidden,
    only_counted,
)
from core.library.structured.surroundings import Around
from core.sir import LISTING, ElementType
from core.text.raised_digits import NUMBER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from selectolax.lexbor import LexborNode

    from core.library.structured.notes import NoteLinks

    AsideReason = Callable[[LexborNode, bool], str]
    Fetch = Callable[[str], bytes]

BACK = "links back from footnotes"
"""What these are called in `left_out`."""

_DEEPEST = 100
"""Elements around one; what is nested deeper is read as one paragraph."""
_DEEPEST_LIST = 6
_LISTS = ("ul", "ol", "menu", "dir")
_TERMS = ("dt", "summary", "legend", "caption", "figcaption")
_INDENTED = ("dd", "blockquote")


@dataclass
class DomReader:
    """Reads one page into `blocks`; what cannot be shown is counted in `left_out`.

    `aside_reason` says of an element, and whether it stands in what the page marks as its content,
    why it is set aside; empty where it is not. `fetch` has the bytes of a picture that the file
    itself holds, by address. With `tracing` each block says where it stands in the page: metadata
    `dom_id` is the nearest id, `dom_path` a CSS path to its element.
    """

    notes: NoteLinks
    aside_reason: AsideReason
    fetch: Fetch
    tracing: bool
    blocks: list[Block] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)
    _inline: InlineText = field(default_factory=InlineText)
    _figures: list[Block] = field(default_factory=list)
    _phrases: int = 0
    _marker: str = ""
    _container: Around = field(default_factory=Around)

    def read(self, body: LexborNode, around: Around) -> list[Block]:
        """The blocks of all below a node, in reading order."""
        self.contents(body, around)
        return self.blocks

    def contents(self, node: LexborNode, here: Around, *, caption: bool = False) -> None:
        """Reads what a block of the page holds, whose own place is `here`, to its end."""
        outer, self._container = self._container, here
        self.flow(node, here)
        self.end_paragraph(caption=caption)
        self._container = outer

    def flow(self, node: LexborNode, around: Around) -> None:
        """Reads what is below a node, whose place is `around`."""
        if around.depth > _DEEPEST:
            self._inline.add(f" {shown_text(node)} ")
            return
        counts: Counter[str] = Counter()
        markers = Markers(node, around.lists) if node.tag == "ol" else None
        for child in children(node):
            tag = child.tag or ""
            counts[tag] += 1
            if markers and tag == "li" and not is_hidden(child):
                self._marker = f"{self._marker} {markers.of(child)}".strip()
            self.node(child, around if tag == TEXT else around.inside(child, counts[tag]))

    def node(self, node: LexborNode, here: Around) -> None:
        """Reads a text or an element, whose own place is `here`; comments are passed over."""
        if node.tag == TEXT:
            text = own_text(node)
            if text.strip():
                self._number()
            self._inline.add(text)
        elif not node.is_comment_node:
            self.element(node, here)

    def element(self, node: LexborNode, here: Around) -> None:
        """Reads an element, whose own place is `here`."""
        tag = node.tag or ""
        if self.passed_over(node, here):
            return
        if note := self.footnote(node, here):
            self.end_paragraph()
            self._add(note)
        elif tag in BLOCKS:
            (self._line if self._phrases else self._block)(node, tag, here)
        else:
            self._inline_element(node, tag, here)

    def passed_over(self, node: LexborNode, here: Around) -> bool:
        """Whether an element is no part of the text; it is set aside, or counted, if it is none."""
        tag = node.tag or ""
        if tag in SILENT:
            self.left_out[SILENT[tag]] += 1
        elif counted := only_counted(node):
            self.left_out[counted] += 1
        elif reason := self._aside(node, tag, here):
            self.set_aside(node, reason, here)
        else:
            return False
        return True

    def is_shown(self, node: LexborNode, here: Around) -> bool:
        """Whether the texts below an element within a listing are shown; as for `passed_over`."""
        if self.passed_over(node, here):
            return False
        if node.tag == "img":
            self._picture(node, here)
        return True

    def _picture(self, node: LexborNode, here: Around) -> None:
        if block := picture_block(self, node, here):
            self._figures.append(block)

    def _aside(self, node: LexborNode, tag: str, here: Around) -> str:
        """Why an element is set aside. A heading is whole, with its buttons."""
        if self._phrases:
            hidden = HIDDEN if is_hidden(node) else ""
            return hidden or (LISTED.get(tag, "") if tag != "button" else "")
        if node.mem_id in self.notes.notes:
            return ""
        return LISTED.get(tag) or self.aside_reason(node, here.in_content)

    def set_aside(self, node: LexborNode, reason: str, here: Around) -> None:
        """Takes all the text of an element out of the flow."""
        text = shown_text(node)
        if not text:
            self.left_out[reason] += 1
            return
        if pictures := len(node.css("img")):
            self.left_out["pictures in what is set aside"] += pictures
        block = Block(ElementType.PARAGRAPH, text, aside=reason, look=Look.SMALL)
        self.blocks.append(self.traced(block, here))

    def _inline_element(self, node: LexborNode, tag: str, here: Around) -> None:
        if tag == "br":
            self._inline.break_line()
        elif tag == "img":
            self._picture(node, here)
        elif tag == "a":
            self._link(node, here)
        elif is_formula(node):
            self._inline.add(formula_text(node))
        elif tag in ("sup", "sub") and not node.css_first("a"):
            self._script(node, tag, here)
        else:
            self.flow(node, here)

    def _script(self, node: LexborNode, tag: str, here: Around) -> None:
        if written := script_text(tag, shown_text(node), self._inline.word):
            self._inline.add(written + " " * node.text()[-1:].isspace())
        else:
            self.flow(node, here)

    def _line(self, node: LexborNode, tag: str, here: Around) -> None:
        """An element within a heading, a cell or the like, whose text is one block."""
        if tag in ("td", "th"):
            self._inline.add(" ")
            self.flow(node, here)
        else:
            self._inline.break_line()
            self.flow(node, here)
            self._inline.break_line()

    def _number(self) -> None:
        """Adds the number of an item that is no block of its own, where its text begins."""
        if self._marker:
            self._inline.add(f"{self._marker} ")
            self._marker = ""

    def _block(self, node: LexborNode, tag: str, here: Around) -> None:
        self.end_paragraph()
        if level := HEADINGS.get(tag) or aria_level(node):
            self._heading(node, level, here)
        elif tag == "pre":
            self._code(node, here)
        elif tag in _LISTS and here.lists < _DEEPEST_LIST and is_list(node):
            read_list(self, node, here)
        elif tag == "table" and not is_layout(node):
            read_table(self, node, here)
        elif tag == "figure":
            read_figure(self, node, here)
        elif tag in _TERMS:
            self._add(self.phrased(node, ElementType.PARAGRAPH, here, Look.BOLD))
        else:
            within = here.indented() if tag in _INDENTED else here
            self.contents(node, within, caption="caption" in classes(node))

    def end_paragraph(self, *, caption: bool = False) -> None:
        """What was gathered is a paragraph; the pictures in it come behind it."""
        here = self._container
        inline, self._inline = self._inline, InlineText()
        kind = ElementType.CAPTION if caption else ElementType.PARAGRAPH
        block = Block(kind, inline.text(), marks=inline.marks, indent=here.indent)
        self._add(self.traced(block, here))

    def _add(self, block: Block) -> None:
        if block.text:
            self.blocks.append(block)
        self.add_figures()

    def add_figures(self) -> None:
        """Adds the pictures that were passed on the way."""
        figures, self._figures = self._figures, []
        self.blocks += figures

    def phrased(
        self, node: LexborNode, kind: ElementType, here: Around, look: Look = Look.PLAIN
    ) -> Block:
        """All below a node as the text of one block, which is not added."""
        outer, self._inline = self._inline, InlineText()
        self._phrases += 1
        self.flow(node, here)
        self._phrases -= 1
        inline, self._inline = self._inline, outer
        block = Block(kind, inline.text(), marks=inline.marks, look=look, indent=here.indent)
        return self.traced(block, here)

    def _heading(self, node: LexborNode, level: int, here: Around) -> None:
        block = self.phrased(node, ElementType.SECTION_HEADER, here, Look.BOLD)
        block.level, block.indent = level, 0
        if "title" in classes(node):
            block.metadata["title"] = "true"
        self._add(block)

    def _code(self, node: LexborNode, here: Around) -> None:
        self._number()
        self.end_paragraph()
        text = preformatted(node, lambda inner: self.is_shown(inner, here))
        block = Block(ElementType.PARAGRAPH, text, look=Look.CODE, indent=here.indent)
        block.metadata[LISTING] = "yes"
        self._add(self.traced(block, here))

    def footnote(self, node: LexborNode, here: Around, marker: str = "") -> Block | None:
        """A footnote, which is not added; None for what is none."""
        name = self.notes.notes.get(node.mem_id)
        if name is None or self._phrases:
            return None
        note = self.phrased(node, ElementType.FOOTNOTE, here, Look.SMALL)
        note.marker, note.note, note.indent = marker, name, 0
        return note

    def _link(self, node: LexborNode, here: Around) -> None:
        words = shown_text(node)
        note = self.notes.marks.get(node.mem_id)
        if words in PERMALINKS and attribute(node, "href").startswith("#"):
            self.left_out["links to headings"] += 1
        elif words in BACK_LINKS and node.mem_id in self.notes.backs:
            self.left_out[BACK] += 1
        elif note:
            with self._inline.marking(note):
                stays = NUMBER.fullmatch(words) and not self._inline.word[-1:].isdecimal()
                if not stays and (written := script_text("sup", words, self._inline.word)):
                    self._inline.add(written)
                else:
                    self.flow(node, here)
        else:
            self.flow(node, here)

    @contextmanager
    def collecting(self) -> Iterator[list[Block]]:
        """What is read within goes into a list of its own."""
        outer, self.blocks = self.blocks, []
        try:
            yield self.blocks
        finally:
            self.blocks = outer

    def traced(self, block: Block, here: Around) -> Block:
        """The block, which now says where it stands in the page."""
        if self.tracing:
            if here.dom_id:
                block.metadata["dom_id"] = here.dom_id
            block.metadata["dom_path"] = here.path
        return block
