"""DocTags as elements: recorded pages, tables, nesting, and output that breaks off."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from core.parsing.adapters.doctags.reader import read_doctags
from core.parsing.adapters.doctags.tokens import CLASSES
from core.parsing.adapters.granite_docling import ADAPTER
from core.parsing.adapters.native import NATIVE_CLASS
from core.sir import HEADINGS, ElementType, Page
from tests.growth import assert_time_grows_with

if TYPE_CHECKING:
    from pathlib import Path

    from core.parsing.adapters.native import NativeDocument, NativeElement

PLACE = "<loc_50><loc_100><loc_250><loc_200>"
_MARKUP = re.compile(
    r"</?(?:doctag|loc_\d+|[a-z]+_[a-z_\d]+|[a-z]?cel|[cr]hed|srow|nl|otsl|text|"
    r"caption|picture|chart|formula|code|other|footnote|_unknown_)>|Assistant:"
)


def sheets(count: int) -> list[Page]:
    return [Page(number, 600, 800, "") for number in range(1, count + 1)]


def read(*outputs: str, pages: int | None = None) -> NativeDocument:
    return ADAPTER.convert(json.dumps(outputs).encode(), sheets(pages or len(outputs)))


def words(document: NativeDocument) -> Counter[str]:
    return Counter(word for element in document.walk() for word in element.text.split())


def one(document: NativeDocument, type_: ElementType) -> NativeElement:
    [element] = [element for element in document.walk() if element.type is type_]
    return element


def cells(document: NativeDocument) -> list[tuple[str, ...]]:
    """Text, row, column, and spans of all cells."""
    keys = "row", "column", "row_span", "column_span"
    found = [e for e in document.walk() if e.type is ElementType.TABLE_CELL]
    return [(e.text, *(e.metadata.get(key, "1") for key in keys)) for e in found]


def test_recorded_files_lose_no_text_and_leave_no_element_without_class(data: Path):
    folder = data / "native"
    files = [
        *folder.glob("docling/groundtruth/*.doctags.txt"),
        *folder.glob("docling_core/doc/*.dt"),
    ]
    for path in files:
        text = path.read_text("utf-8")
        count = text.count("<page_break>") + 1
        document = ADAPTER.convert(text.encode(), sheets(count))
        assert not Counter(_MARKUP.sub(" ", text).split()) - words(document), path
        assert all(e.level for e in document.walk() if e.type in HEADINGS)
        assert {b.page for e in document.walk() for b in e.boxes} == set(range(1, count + 1))
        assert not document.problems, path
    assert len(files) == 13


def test_recorded_pages_of_the_model_are_read_whole(data: Path):
    content = (data / "native/granite_docling/real_pages.json").read_bytes()
    pages = {name: text for name, text in json.loads(content).items() if name != "_source"}
    for text in pages.values():
        document = read(text)
        assert not Counter(_MARKUP.sub(" ", text).split()) - words(document)
    page = read(pages["PAGE_046"])
    kinds = [e.type.value for e in page.elements]
    assert kinds == ["page_header", "section_header", "list", "figure", "page_footer"]
    assert len(page.elements[2].children) == 2
    assert page.elements[3].boxes[0].edges == pytest.approx((0.444, 0.1, 0.852, 0.49))
    table = one(read(pages["PAGE_058_TABLE"]), ElementType.TABLE)
    assert len(table.children) == 3
    assert all("header" in cell.metadata for cell in table.children[0].children)
    cut = read(pages["PAGE_176_TRUNCATED"])
    assert cut.problems == ["The output of page 1 is cut off; what came before is kept."]
    assert one(cut, ElementType.FORMULA).text.startswith("\\left [ \\frac")
    wrapped = read(pages["WRAPPED"])
    assert [e.text for e in wrapped.elements] == ["Header", "Hello World"]
    assert not wrapped.problems


def test_spans_of_cells_come_from_the_grid_as_both_writers_make_it():
    grid = "<otsl><ched>a<lcel><ched>b<nl><ucel><xcel><ecel><nl><fcel>c<fcel>d<fcel>e<nl></otsl>"
    wide = ("a", "0", "0", "2", "2")
    assert cells(read(grid)) == [
        wide,
        ("b", "0", "2", "1", "1"),
        ("", "1", "2", "1", "1"),
        ("c", "2", "0", "1", "1"),
        ("d", "2", "1", "1", "1"),
        ("e", "2", "2", "1", "1"),
    ]
    crossed = grid.replace("<lcel>", "<xcel>").replace("<ucel>", "<xcel>")
    assert cells(read(crossed))[0] == wide


def test_cells_that_go_on_nothing_and_text_outside_of_cells_are_kept():
    table = read(f"<otsl>{PLACE}before<lcel>x<ucel>y<nl><fcel>z<lcel>more<nl></otsl>")
    assert words(table) == Counter(["before", "x", "y", "z", "more"])
    assert ("z more", "1", "0", "1", "2") in cells(table)


def test_captions_point_to_what_holds_them_and_stand_where_the_page_has_them():
    above = "<caption><loc_50><loc_80><loc_250><loc_95>Table 1</caption>"
    below = "<caption><loc_50><loc_210><loc_250><loc_220>Figure 1</caption>"
    document = read(
        f"<doctag><otsl>{PLACE}<fcel>x<nl>{above}</otsl><picture>{PLACE}<bar_chart>{below}"
        "</picture></doctag>"
    )
    first, table, figure, second = document.elements
    assert first.caption_of is table
    assert second.caption_of is figure
    assert [e.text for e in (first, second)] == ["Table 1", "Figure 1"]


def test_lists_within_lists_hang_below_their_item():
    inner = "<unordered_list><list_item>inner</list_item></unordered_list>"
    for nested in (f"outer{inner}</list_item>", f"outer</list_item><list_item>{inner}</list_item>"):
        document = read(f"<doctag><ordered_list><list_item>{nested}</ordered_list></doctag>")
        [outer] = document.elements[0].children
        [below] = outer.children
        assert (outer.text, below.type, below.children[0].text) == (
            "outer",
            ElementType.LIST,
            "inner",
        )


def test_pieces_within_a_text_are_part_of_it():
    document = read(
        f"<inline>{PLACE}<text>Let</text><formula>x^2</formula><text>be</text></inline>"
    )
    assert [(e.type, e.text) for e in document.walk()] == [(ElementType.PARAGRAPH, "Let x^2 be")]


def test_keys_and_values_are_pairs():
    document = read(
        f"<key_value_region>{PLACE}<key_0>Name<link_1></key_0><value_1>Ada</value_1>"
        "<value_2>alone</value_2></key_value_region>"
    )
    area = one(document, ElementType.KEY_VALUE_AREA)
    assert [child.text for child in area.children] == ["Name Ada", "alone"]


def test_angle_brackets_of_a_text_stay_and_unknown_classes_keep_their_name():
    document = read(
        f"<doctag><text>{PLACE}if a < b and <div> or x<y>z, R&amp;D &lt;b&gt;</text>"
        f"<sidebar>{PLACE}beside</sidebar><code>{PLACE}<_Python_>for x in y:\n  print(x)</code>"
    )
    text, sidebar, code = document.elements
    assert text.text == "if a < b and <div> or x<y>z, R&D <b>"
    assert sidebar.type is code.type is ElementType.MISSING
    assert (sidebar.text, sidebar.metadata) == ("beside", {NATIVE_CLASS: "sidebar"})
    assert code.text == "for x in y:\n  print(x)"


def test_levels_come_from_numbers_where_the_model_gives_none():
    heads = [("1", "2.1 Sets"), ("3", "Sets"), ("1", "Sets")]
    document = read(
        "".join(f"<section_header_level_{n}>{t}</section_header_level_{n}>" for n, t in heads)
        + f"<title>{PLACE}Of sets</title>"
    )
    assert [e.level for e in document.elements] == [2, 3, 1, 1]


def test_tags_that_were_never_closed_do_not_swallow_what_follows():
    document = read(
        f"<doctag><text>{PLACE}one<text>{PLACE}two<unordered_list><list_item>{PLACE}three"
        f"<list_item>{PLACE}four<section_header_level_1>{PLACE}five</doctag><|end_of_text|>"
    )
    kinds = [(e.type.value, e.text) for e in document.walk() if e.text]
    assert kinds == [
        ("paragraph", "one"),
        ("paragraph", "two"),
        ("list_item", "three"),
        ("list_item", "four"),
        ("section_header", "five"),
    ]


def test_pages_are_those_of_the_list_and_what_is_wrong_with_them_is_told():
    text = f"<text>{PLACE}read</text>"
    document = ADAPTER.convert(
        json.dumps([text, "I see a page.", None, f"{text}<text>{PLACE[:-3]}", text]).encode(),
        sheets(4),
    )
    assert [box.page for e in document.elements for box in e.boxes] == [1, 4]
    assert words(document)["page."] == 1
    assert document.elements[-1].boxes == ()
    told = " ".join(document.problems)
    assert "page 2 has no DocTags" in told
    assert "page 4 is cut off" in told
    assert "no page 5" in told
    assert "nothing of page 3" in told


def test_any_order_of_tags_is_read_without_losing_a_word():
    chance = random.Random(3)
    names = [
        *sorted(CLASSES.keys() - {"key", "value"}),
        "section_header_level_2",
        "key_1",
        "fcel",
        "lcel",
        "xcel",
        "nl",
        "loc_7",
    ]
    for _ in range(1500):
        parts = ["<doctag>"]
        count = 0
        for _ in range(chance.randrange(40)):
            name = chance.choice(names)
            parts.append(chance.choice([f"<{name}>", f"</{name}>", f" w{count} "]))
            count += parts[-1].startswith(" w")
        document = read_doctags(["".join(parts)], sheets(1))
        assert words(document) == Counter(f"w{n}" for n in range(count)), "".join(parts)


@pytest.mark.timeout(30)
@pytest.mark.parametrize(
    "part",
    [
        "<text>",
        "<picture>",
        "<list_item><unordered_list>",
        "<otsl><fcel>",
        "<fcel>x<lcel>",
        "<",
        "<a>",
    ],
)
def test_large_and_deep_outputs_take_time_by_their_length(part: str):
    def read(size: int) -> None:
        document = read_doctags(["<doctag>" + part * size], sheets(1))
        assert sum(1 for _ in document.walk()) < 5 * size

    assert_time_grows_with(1000, read)
