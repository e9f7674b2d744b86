"""A Markdown file as blocks, by way of the HTML that markdown-it makes of it."""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from core.errors import NotText
from core.library.structured.blocks import Block, Look, StructuredText
from core.library.structured.html_page import read_markup, with_title
from core.library.structured.list_markers import styled_item
from core.library.structured.set_aside import HIDDEN, is_hidden
from core.library.typesetting.decoding import decode
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from markdown_it import MarkdownIt
    from markdown_it.rules_core import StateCore
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token
    from selectolax.lexbor import LexborNode

    _Rule = Callable[[StateInline, bool], bool]

_DEEPEST = 10_000
"""Blocks around one. What is deeper would be dropped in silence; this many raise an error."""
_DEEPEST_LINK = 50
"""Brackets around one that may begin a link."""
_HEADING_ID = re.compile(r"[#.][^{}\s]+(?:\s+[#.][^{}\s]+)*\}")
_ABOUT = re.compile(r"^([ \t>]*)~(?=[ \t])", re.MULTILINE)
_MASK = "\ufdd0"
"""No character, in place of a tilde that the parser would take for the mark of a definition."""
_ENTRY = re.compile(r"[^\n]*\||[\W_]{0,3}[^\W\d_][^:\n]{0,40}:[*_]*(?:\s|$)")
"""A line that is no part of a sentence: a row of cells, or `**Dose:** 40 mg`."""
_FRONT = re.compile(
    r"\A---[ \t]*\n(?P<lines>[A-Za-z][\w-]*:.*\n(?:(?:[A-Za-z][\w-]*:|[-# \t]).*\n|\n)*?)"
    r"(?:---|\.\.\.)[ \t]*(?:\n|\Z)"
)
"""What generators of pages keep about a text before it."""
_STATED = re.compile(r"^(title|author|date):[ \t]*(\S.*)$", re.MULTILINE)
_REMARK = re.compile(r"[ \t]#")
_TAGS = (
    "a abbr b bdi bdo big blockquote br caption center cite code col colgroup dd del details dfn "
    "div dl dt em figcaption figure font h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p picture "
    "pre q rp rt ruby s samp small source span strike strong sub summary sup table tbody td tfoot "
    "th thead tr tt u ul var wbr"
)
"""Source: the elements that GitHub shows in Markdown (html-pipeline, sanitization filter)."""
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_NO_TAG = re.compile(
    rf"<(?!/?(?:{_TAGS.replace(' ', '|')})"
    r"""(?:\s+[\w:-]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=`]+)|\s+(?:hidden|nowrap|open|reversed))*"""
    r"\s*/?>)",
    re.IGNORECASE,
)
"""The beginning of what looks like a tag and is shown as it stands: `<dose>`, `<script>`."""


def read_markdown(content: bytes) -> StructuredText:
    """The blocks of a Markdown file (CommonMark, tables, footnotes, definitions, formulas).

    Raises:
        NotText: it is no text, or holds none.
    """
    decoded = decode(content)
    body = re.sub(r"\r\n?", "\n", decoded.text).replace(_MASK, "\ufffd")
    front = _FRONT.match(body)
    body = body[front.end() :] if front else body
    masked = _ABOUT.sub(rf"\1{_MASK}", body)
    markup = _parser().render(masked, {"lines": body.split("\n")}).replace(_MASK, "~")
    text = read_markup(markup, aside_reason=_reason, traced=False)
    text.encoding = decoded.encoding
    if front:
        stated = {name: _stated(value) for name, value in _STATED.findall(front["lines"])}
        text.title, text.author, text.date = map(stated.get, ("title", "author", "date"), [""] * 3)
    text.blocks = with_title(text.blocks, text.title)
    if not any(block.text or block.children for block in text.blocks if not block.aside):
        raise NotText("the file holds no text. Check that it was saved and copied whole.")
    if front:
        lines = front["lines"].strip()
        text.blocks.append(
            Block(ElementType.PARAGRAPH, lines, aside="front matter", look=Look.SMALL)
        )
    return text


def _stated(value: str) -> str:
    """A value of front matter, without a remark; empty for a list and what stands further down."""
    first = value[0]
    if first in "\"'":
        return value[1:].rpartition(first)[0]
    return "" if first in ">|&*[{#" else _REMARK.split(value, maxsplit=1)[0].strip()


def _reason(node: LexborNode, _: bool) -> str:
    return HIDDEN if is_hidden(node) else ""


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import image, link
    from mdit_py_plugins.deflist import deflist_plugin
    from mdit_py_plugins.dollarmath import dollarmath_plugin
    from mdit_py_plugins.footnote import footnote_plugin

    parser = MarkdownIt("commonmark", {"maxNesting": _DEEPEST})
    parser.enable(["table", "strikethrough"])
    parser.use(footnote_plugin, inline=False, move_to_end=False).use(deflist_plugin)
    parser.use(dollarmath_plugin, allow_labels=False, allow_space=False)
    for name, rule in (("link", link), ("image", image)):
        parser.inline.ruler.at(name, _bounded(rule))
    parser.core.ruler.push("entries", _keep_entries)
    parser.core.ruler.push("heading_ids", _drop_heading_ids)
    for name, render in _RULES.items():
        parser.add_render_rule(name, render)
    return parser


def _bounded(rule: _Rule) -> _Rule:
    """A rule of the parser that takes brackets for text from a depth on, and those behind them."""

    def bounded(state: StateInline, silent: bool) -> bool:
        if state.level < _DEEPEST_LINK:
            return rule(state, silent)
        state.pos = state.posMax if silent else state.pos
        return silent

    return bounded


def _keep_entries(state: StateCore) -> None:
    """Lets lines end where their writer ended them, if each is an entry of its own.

    Any others may be those of one sentence, whose end would say something else by itself.
    """
    for token in state.tokens:
        lines = token.content.split("\n")
        if token.children and all(map(_ENTRY.match, lines)):
            for part in token.children:
                part.type = "hardbreak" if part.type == "softbreak" else part.type


def _drop_heading_ids(state: StateCore) -> None:
    """Takes away the ids and classes that headings are given for links: `{#dosing .new}`."""
    for opening, inline in pairwise(state.tokens):
        last = (inline.children or [None])[-1]
        if opening.type == "heading_open" and last is not None and last.type == "text":
            shown, _, ids = last.content.rpartition("{")
            last.content = shown.rstrip() if _HEADING_ID.fullmatch(ids) else last.content


def _raw(_: Any, tokens: Sequence[Token], at: int, *__: Any) -> str:
    """HTML within Markdown, without comments; one that is never closed is shown as it stands."""
    closed, arrow, rest = tokens[at].content.rpartition("-->")
    parts = [*_COMMENT.split(closed + arrow), rest]
    return "".join(_NO_TAG.sub("&lt;", part) for part in parts)


def _item(_: Any, tokens: Sequence[Token], at: int, *__: Any) -> str:
    """The beginning of an item; the number of one is as the file writes it where it ends in `)`."""
    return styled_item(f"{tokens[at].info})") if tokens[at].markup == ")" else "<li>"


def _row_end(_: Any, tokens: Sequence[Token], at: int, __: Any, env: dict[str, Any]) -> str:
    """The end of a row of a table, with what it has beyond the columns of the first row."""
    row = at
    while tokens[row].type != "tr_open":
        row -= 1
    lines = tokens[row].map if tokens[row - 1].type != "thead_open" else None
    written = _cells(env["lines"][lines[0]]) if lines else []
    shown = sum(token.type in ("td_open", "th_open") for token in tokens[row:at])
    more = written[shown:] if any(written[shown:]) else []
    return "".join(f"<td>{escape(cell)}</td>" for cell in more) + "</tr>\n"


def _cells(line: str) -> list[str]:
    line = line.lstrip("> \t").rstrip().removeprefix("|").removesuffix("|")
    return [cell.replace("\\|", "|").strip() for cell in re.split(r"(?<!\\)\|", line)]


def _listing(_: Any, tokens: Sequence[Token], at: int, *__: Any) -> str:
    info = tokens[at].info.strip()
    head = f"{info}\n" if re.search(r"[\s{]", info) else ""
    return f"<pre>{escape(head + tokens[at].content)}</pre>"


def _formula(_: Any, tokens: Sequence[Token], at: int, *__: Any) -> str:
    token = tokens[at]
    shown = escape(f"{token.markup}{token.content}{token.markup}")
    return f"<p>{shown}</p>" if token.block else shown


def _mark(_: Any, tokens: Sequence[Token], at: int, *__: Any) -> str:
    meta = tokens[at].meta
    name = escape(f"[{meta['label']}]")
    return f'<a role="doc-noteref" href="#note-{meta["id"]}">{name}</a>'


def _note(_: Any, tokens: Sequence[Token], at: int, __: Any, env: dict[str, Any]) -> str:
    """A footnote where it stands; an item of a list where no mark leads to it."""
    label = tokens[at].meta["label"]
    item = styled_item(f"{label}.")
    number = env["footnotes"]["refs"][f":{label}"]
    return f"<ol>{item.replace('<li', f'<li id=note-{number}', 1)}"


_RULES = {
    "html_block": _raw,
    "html_inline": _raw,
    "list_item_open": _item,
    "tr_close": _row_end,
    "fence": _listing,
    "math_inline": _formula,
    "math_block": _formula,
    "footnote_ref": _mark,
    "footnote_reference_open": _note,
    "footnote_reference_close": lambda *_: "</li></ol>",
}
"""How tokens become HTML where that of the parser would lose or invent something."""
