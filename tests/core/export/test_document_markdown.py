"""The stream reads back as the tree: headings, lists, tables, pictures, notes, in order."""

from __future__ import annotations

import pytest
from hypothesis import given

from core.export.document_markdown import to_markdown
from core.geometry import BoundingBox
from core.sir import LISTING, ElementType, Sir
from tests.builders import Block, aside, bullets, heading, sir_from_texts, table
from tests.core.export.markdown_reader import Block as Read
from tests.core.export.markdown_reader import blocks, lists, rows
from tests.strategies import sirs

DOSES = [["Age", "Dose"], ["under 12", "5 mg | 10 mg"], ["over *12*", "<b>"]]


def kind(type_: str, text: str = "", *children: Block) -> Block:
    return Block(ElementType(type_), text, children=children)


def nodes(sir: Sir, type_: ElementType) -> list[int]:
    return [index for index, node in enumerate(sir.nodes) if node.type is type_]


def with_header(sir: Sir, rows_of_header: int = 1) -> Sir:
    for row in nodes(sir, ElementType.TABLE_ROW)[:rows_of_header]:
        for cell in sir.nodes[row].children:
            sir.nodes[cell].metadata["header"] = "true"
    return sir


@given(sirs())
def test_every_text_of_the_flow_is_read_back_once_and_in_order(sir: Sir) -> None:
    read = " ".join(block.text for block in blocks(to_markdown(sir)))
    expected = " ".join(node.text for node in sir.nodes[: sir.flow] if node.text)
    assert read.split() == expected.split()


def test_headings_have_the_level_of_their_node_and_six_at_most() -> None:
    sir = sir_from_texts([heading("1. Dose"), heading("Deep", 9), "2. Give it."])
    assert to_markdown(sir) == "# 1. Dose\n\n###### Deep\n\n2. Give it.\n"


def test_what_was_set_aside_is_left_out() -> None:
    assert to_markdown(sir_from_texts(["Text.", aside("Page 1")])) == "Text.\n"


def test_signs_of_items_become_those_of_markdown_and_are_not_doubled() -> None:
    sir = sir_from_texts([bullets("• one", "- two", "a) three", "no sign")])
    assert to_markdown(sir) == "- one\n- two\n- a) three\n- no sign\n"


def test_numbers_of_items_are_shown_as_they_are_on_the_page() -> None:
    sir = sir_from_texts([bullets("3. three", "4. four", "7. seven"), "8. eight", "2024. A year"])
    markdown = to_markdown(sir)
    assert markdown == "3. three\n4. four\n- 7\\. seven\n\n8\\. eight\n\n2024\\. A year\n"


def test_neighbouring_lists_stay_two_lists() -> None:
    markdown = to_markdown(sir_from_texts([bullets("1. a", "2. b"), bullets("1. c")]))
    assert [mark for mark, _ in lists(markdown)] == ["1", "2", "1"]


def test_inner_lists_are_nested() -> None:
    inner = Block(ElementType.LIST, children=(kind("list_item", "– inner"),))
    outer = kind("list", "", kind("list_item", "1. outer", inner), kind("list_item", "2. more"))
    markdown = to_markdown(sir_from_texts([outer]))
    assert markdown == "1. outer\n   - inner\n2. more\n"
    assert lists(markdown) == [("1", 1), ("-", 2), ("2", 1)]


def test_a_table_in_a_list_is_written_once() -> None:
    item = kind("list_item", "1. outer", table([["5 mg", "10 mg"]]), kind("paragraph", "after"))
    markdown = to_markdown(sir_from_texts([kind("list", "", item)]))
    assert markdown == (
        "1. outer\n\n   <table>\n   <tr><td>5 mg</td><td>10 mg</td></tr>\n   </table>\n\n   after\n"
    )


def test_a_plain_table_with_a_header_is_read_back_cell_by_cell() -> None:
    markdown = to_markdown(with_header(sir_from_texts([table(DOSES)])))
    assert markdown.startswith("| Age | Dose |\n| --- | --- |\n")
    assert rows(markdown) == DOSES


@pytest.mark.parametrize("headers", [0, 2])
def test_a_table_that_pipes_cannot_say_is_html(headers: int) -> None:
    markdown = to_markdown(with_header(sir_from_texts([table(DOSES)]), headers))
    assert markdown.startswith("<table>")
    assert markdown.count("<th>") == 2 * headers
    assert rows(markdown) == DOSES


def test_spans_and_several_blocks_in_a_cell_are_kept() -> None:
    sir = with_header(sir_from_texts([table([["Dose"], ["5 mg", "10 mg"]])]))
    sir.nodes[nodes(sir, ElementType.TABLE_CELL)[0]].metadata["column_span"] = "2"
    assert '<th colspan="2">Dose</th>' in to_markdown(sir)
    cell = kind("table_cell", "", kind("paragraph", "first"), kind("paragraph", "second"))
    held = sir_from_texts([kind("table", "", kind("table_row", "", cell))])
    assert "<td><p>first</p><p>second</p></td>" in to_markdown(held)


def test_a_figure_is_a_link_named_by_its_caption_before_its_labels() -> None:
    blocks_ = [kind("figure", "", kind("paragraph", "Start")), kind("caption", "Fig. 2: Flow")]
    sir = sir_from_texts(blocks_)
    figure, caption = (
        sir.nodes[nodes(sir, ElementType(name))[0]] for name in ("figure", "caption")
    )
    figure.regions = (BoundingBox(1, 0.1, 0.1, 0.5, 0.5),)
    figure.metadata["caption"] = caption.id
    link = f"![Fig. 2](figures/{figure.id}.png)"
    assert to_markdown(sir) == f"{link}\n\nStart\n\nFig. 2: Flow\n"
    assert to_markdown(sir, {}) == "Start\n\nFig. 2: Flow\n"


def test_segments_are_parted_by_a_break() -> None:
    sir = sir_from_texts([kind("segment", "", kind("paragraph", name)) for name in ("a", "b")])
    assert to_markdown(sir) == "a\n\n---\n\nb\n"


@pytest.mark.parametrize("mark", ["[a]", "^a"])
def test_the_label_of_a_note_is_its_mark_without_what_sets_it_off(mark: str) -> None:
    sir = sir_from_texts([f"So it is{mark} now.", kind("footnote", "a See there.")])
    sir.nodes[2].metadata["note_of"] = f"{sir.nodes[1].id}:8-{8 + len(mark)}"
    assert to_markdown(sir) == "So it is[^a] now.\n\n[^a]: See there.\n"


def test_a_note_that_is_tied_to_its_mark_is_a_footnote() -> None:
    sir = sir_from_texts(["So it is.1 And more.", kind("footnote", "1 See *there*.")])
    text, note = sir.nodes[1], sir.nodes[2]
    assert "1 See \\*there\\*." in to_markdown(sir)
    note.metadata["note_of"] = f"{text.id}:9-10"
    assert to_markdown(sir) == "So it is.[^1] And more.\n\n[^1]: See \\*there\\*.\n"
    text.text = text.text.replace("1", "¹")
    assert to_markdown(sir) == "So it is.[^1] And more.\n\n[^1]: See \\*there\\*.\n"


def test_notes_with_the_same_mark_have_labels_of_their_own() -> None:
    sir = sir_from_texts(
        ["One.1", kind("footnote", "1 First."), "Two.1", kind("footnote", "1 2nd.")]
    )
    for text, note in ((1, 2), (3, 4)):
        sir.nodes[note].metadata["note_of"] = f"{sir.nodes[text].id}:4-5"
    assert to_markdown(sir) == "One.[^1]\n\n[^1]: First.\n\nTwo.[^1-1]\n\n[^1-1]: 2nd.\n"


def test_the_reader_of_these_tests_tells_blocks_apart() -> None:
    assert blocks("# a\n\nb\n\n- c") == [Read("h1", "a"), Read("p", "b"), Read("li", "c")]


def test_a_listing_stands_between_fences_that_it_does_not_hold() -> None:
    sir = sir_from_texts(["Run it:", "first", "second"])
    for node, text in zip(sir.nodes[2:], ("if x:\n    `y`  *z*", "a\n```\nb"), strict=True):
        node.text, node.metadata[LISTING] = text, "yes"
    assert to_markdown(sir) == (
        "Run it:\n\n```\nif x:\n    `y`  *z*\n```\n\n````\na\n```\nb\n````\n"
    )
