"""The tree of a file that says its structure: as it is said, and every word in its place."""

from __future__ import annotations

from hashlib import sha256

import pymupdf
import pytest

from core.errors import InvalidOption, NoText
from core.library.file_kinds import Kind
from core.library.typesetting import typeset
from core.node_links import CAPTION, CAPTION_OF, NOTE_OF, NOTES, note_marks
from core.parsing import default_parser, parsers_for
from core.parsing.base import ParserOptions
from core.parsing.parse_info import parse_info
from core.parsing.structured_text.parser import StructuredTextOptions, StructuredTextParser
from core.sir import LISTING, ElementType, Location, Node, Sir
from tests.builders import pdf_bytes
from tests.core.parsing.papers import check
from tests.office_files import epub
from tests.texts import sir_of_text

PAGE = """<html><head><title>Calverin</title><script>x</script></head><body><nav><a href=a>Home</a>
</nav><main id=c><h1>Calverin</h1><p>Whole<sup id=r><a href="#n">1</a></sup> text.</p>
<h2 id=d>Dosing</h2><ol><li>One<ul><li>Two</ul></ol><h3>Deep</h3><p>Below</p><h2>Next</h2>
<table><caption>Table 1</caption><tr><th>A<th>B<tr><td rowspan=2>x y<td>z<tr><td>w</table>
<img alt="A photograph" src="http://127.0.0.1:9/a.png"><pre>if a:
    b</pre><ol><li id=n>Note <a href="#r">↩</a></ol></main></body></html>"""
PROSE = "The dose is 40 mg, once daily, and it is halved where the kidneys fail, or in old age."
ROWS = "text\n" + f'"{PROSE}"\n' * 3


def parsed(content: bytes, kind: Kind = Kind.HTML) -> Sir:
    with pymupdf.open(stream=typeset(content, kind, 50), filetype="pdf") as pdf:
        document = sha256(content).hexdigest()
        return StructuredTextParser().parse(pdf, document, StructuredTextOptions())


@pytest.fixture(scope="module")
def sir() -> Sir:
    return parsed(PAGE.encode())


def of_type(sir: Sir, kind: ElementType) -> list[Node]:
    return [node for node in sir.nodes if node.type is kind]


def test_headings_hold_what_stands_below_them(sir: Sir) -> None:
    check(parsed(PAGE.replace(":\n    b", " b").encode()))
    at = next(i for i, node in enumerate(sir.nodes) if node.text == "Below")
    assert [sir.nodes[i].text for i in sir.lineage(at)] == ["Calverin", "Dosing", "Deep"]
    assert of_type(sir, ElementType.TITLE)[0].text == "Calverin"
    assert {node.location for node in sir.nodes} == {Location.EXACT}


def test_items_are_nested_as_in_the_page(sir: Sir) -> None:
    outer, inner = of_type(sir, ElementType.LIST_ITEM)
    assert (outer.text, inner.text) == ("1. One", "– Two")
    assert sir.nodes[sir.nodes[inner.parent].parent] is outer


def test_a_table_has_its_cells_as_other_routes_say_them(sir: Sir) -> None:
    (table,) = of_type(sir, ElementType.TABLE)
    cells = of_type(sir, ElementType.TABLE_CELL)
    assert table.locked and table.metadata["columns"].startswith("0.09,")
    assert cells[0].metadata == {"row": "0", "column": "0", "header": "true"}
    assert cells[2].metadata == {"row": "1", "column": "0", "row_span": "2"}
    (caption,) = of_type(sir, ElementType.CAPTION)
    assert (caption.metadata[CAPTION_OF], table.metadata[CAPTION]) == (table.id, caption.id)


def test_a_footnote_is_tied_to_its_mark(sir: Sir) -> None:
    (note,) = of_type(sir, ElementType.FOOTNOTE)
    (span,) = note_marks(note, {node.id: at for at, node in enumerate(sir.nodes)})
    marked = sir.nodes[span.node]
    assert marked.text[span.start : span.end] == "1" and marked.text == "Whole1 text."
    assert NOTE_OF in note.metadata and marked.metadata[NOTES] == note.id


def test_nodes_say_where_they_stand_in_the_page(sir: Sir) -> None:
    heading = next(node for node in sir.nodes if node.text == "Dosing")
    assert heading.metadata == {"dom_id": "d", "dom_path": "#d"}
    (figure,) = of_type(sir, ElementType.FIGURE)
    assert figure.metadata["alt"] == figure.text == "A photograph" and figure.regions
    code = next(node for node in sir.nodes if LISTING in node.metadata)
    assert code.text == "if a:\n    b"


def test_navigation_is_listed_behind_the_tree(sir: Sir) -> None:
    (aside,) = sir.nodes[sir.flow :]
    assert (aside.text, aside.metadata["aside"]) == ("Home", "navigation")
    assert sir.line_boxes(sir.words_between(len(sir.nodes) - 1, 0, 4))
    assert sir.metadata["left_out"] == (
        "links back from footnotes 1, pictures by address 1, scripts 1"
    )


def test_rows_of_texts_are_passages_of_the_plain_text_route() -> None:
    sir = sir_of_text(ROWS, Kind.CSV)
    passages = [node for node in sir.nodes[: sir.flow] if "passage" in node.metadata]
    assert [node.metadata["passage"] for node in passages] == ["1", "2", "3"]
    assert (sir.metadata["parser"], sir.metadata["rows"]) == ("plain_text", "passages")
    warnings = parse_info(sir, "key", "plain_text", 0.1).warnings
    assert warnings[0].startswith("Read as passages, one for each row")
    table = sir_of_text("a;b\n1;2\n", Kind.CSV)
    assert table.metadata["rows"] == "table" and not parse_info(table, "k", "p", 0.1).warnings


def test_each_kind_has_the_route_that_it_needs() -> None:
    assert default_parser(Kind.DOCX) == "structured_text"
    assert default_parser(Kind.CSV) == "plain_text"
    assert default_parser(Kind.TIFF) == default_parser(Kind.PDF) == "automatic"
    assert "automatic" not in parsers_for(Kind.HTML) and "plain_text" not in parsers_for(Kind.HTML)
    assert parsers_for(Kind.PNG) == parsers_for(Kind.PDF)


def test_a_file_without_structure_is_left_to_the_other_routes() -> None:
    with pymupdf.open(stream=pdf_bytes(), filetype="pdf") as pdf:
        with pytest.raises(NoText, match="does not say its structure"):
            StructuredTextParser().parse(pdf, "0" * 64, StructuredTextOptions())
        with pytest.raises(InvalidOption):
            StructuredTextParser().parse(pdf, "0" * 64, ParserOptions())


def test_lists_and_tables_that_are_set_aside_are_in_no_flow() -> None:
    table = "<table><caption>All</caption><tr><th>One<th>1</table>"
    nav = f'<nav><ol><li><a href="a.xhtml">One</a></li></ol>{table}</nav>'
    sir = parsed(epub({"nav.xhtml": nav, "a.xhtml": "<h1>One</h1><p>Text</p>"}), Kind.EPUB)
    assert [node.text for node in sir.nodes[1 : sir.flow]] == ["One", "Text"]
    assert {"1. One", "All", "1"} <= {node.text for node in sir.nodes[sir.flow :]}
