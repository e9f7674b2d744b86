"""Books as blocks."""

from __future__ import annotations

from core.library.file_kinds import Kind
from core.library.structured.reading import read_structured
from core.sir import ElementType
from tests.core.library.structured.outlines import of_type, outline
from tests.office_files import epub


def test_a_book_is_its_chapters_in_the_order_of_its_spine() -> None:
    chapters = {
        "nav.xhtml": "<nav><ol><li>One</li></ol></nav>",
        "one.xhtml": "<h1 id='a'>One</h1><p>Text<a id='r' href='#n'>*</a></p>"
        "<p><img src='a.png' alt='A curve'/><img src='../../../etc/hosts' alt=''/></p>"
        "<p id='n'>* Note <a href='#r'>↩</a></p>",
        "two.xhtml": "<h1>Two</h1><p>More</p>",
    }
    text = read_structured(epub(chapters, "A Book"), Kind.EPUB)
    assert outline(text) == [
        ("title", "A Book"),
        ("section_header", "One"),
        ("paragraph", "Text*"),
        ("footnote", "* Note"),
        ("section_header", "Two"),
        ("paragraph", "More"),
    ]
    assert text.blocks[1].aside == "table of contents"
    heading = of_type(text, ElementType.SECTION_HEADER)[0]
    assert heading.metadata == {"dom_id": "a", "dom_path": "#a", "dom_file": "OEBPS/one.xhtml"}
    assert of_type(text, ElementType.FIGURE)[0].picture


def test_notes_of_a_book_may_stand_in_another_chapter() -> None:
    chapters = {
        "toc.xhtml": "<p><a id='t' href='one.xhtml#s'>The dose</a></p>",
        "one.xhtml": "<p id='s'><a href='toc.xhtml#t'>The dose</a></p>"
        "<p>It is 40<sup><a id='r' href='notes.xhtml#n'>1</a></sup> mg.</p>"
        "<p>Or 20<a epub:type='noteref' href='notes.xhtml#m'>*</a> mg.</p>",
        "notes.xhtml": "<h1>Notes</h1><p id='n'><a href='one.xhtml#r'>1</a>. Adults</p>"
        "<aside id='m'><p>Children</p></aside>",
    }
    text = read_structured(epub(chapters), Kind.EPUB)
    assert outline(text) == [
        ("paragraph", "The dose"),
        ("paragraph", "The dose"),
        ("paragraph", "It is 40¹ mg."),
        ("paragraph", "Or 20* mg."),
        ("section_header", "Notes"),
        ("footnote", "1. Adults"),
        ("footnote", "Children"),
    ]
    marks = [mark.note for block in text.blocks for mark in block.marks]
    assert marks == [block.note for block in of_type(text, ElementType.FOOTNOTE)]


def test_chapters_of_a_book_that_lead_back_to_its_contents_are_no_notes() -> None:
    chapters = {
        "toc.xhtml": "<p><a href='c.xhtml#c1' id='t1'>I</a></p><p><a href='c.xhtml#c2' id='t2'>II"
        "</a></p><p id='v1'><a href='c.xhtml#v2'>v 3</a> Fear not.</p>",
        "c.xhtml": "<p id='c1'><a href='toc.xhtml#t1'>I</a></p><p id='c2'><a href='toc.xhtml#t2'>"
        "II</a> It begins.</p><p>It is 40<a id='r' href='n.xhtml#n'><sup>1</sup></a> mg.</p>"
        "<p id='v2'><a href='toc.xhtml#v1'>v 4</a> Be glad.</p>",
        "n.xhtml": "<p id='n'><a href='c.xhtml#r'>1</a> Adults</p>",
    }
    shown = outline(read_structured(epub(chapters), Kind.EPUB))
    assert [text for kind, text in shown if kind == "footnote"] == ["1 Adults"]
    assert len(shown) == 8


def test_a_book_keeps_the_text_behind_empty_elements_and_may_have_empty_chapters() -> None:
    chapters = {"a.xhtml": '<a id="p"/><p>One</p><script src="x"/><p>Two</p>', "b.xhtml": ""}
    text = read_structured(epub(chapters, more={"OEBPS/b.xhtml": b""}), Kind.EPUB)
    assert outline(text) == [("paragraph", "One"), ("paragraph", "Two")]
