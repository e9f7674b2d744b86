"""What becomes of a model's layout: every class, every box, and what people save of it."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest

from core.parsing.adapters.gemini import ADAPTER
from core.parsing.adapters.native import NATIVE_CLASS, NativeDocument, NativeElement, NotNative
from core.sir import ElementType, Page
from tests.growth import assert_time_grows_with

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

T = ElementType
ONE = (Page(1, 600, 800, "1"),)
THREE = tuple(Page(number, 600, 800, str(number)) for number in (1, 2, 3))


def element(category: str, content: str, box: Any = (100, 50, 200, 950), **more: Any) -> Any:
    page = more.pop("page", 1)
    place = {"bbox": {"page_number": page, "box_2d": list(box)}} if box else {}
    return {"category": category, "content": content, **place, **more}


def convert(value: Any, pages: tuple[Page, ...] = ONE) -> NativeDocument:
    content = value if isinstance(value, bytes) else json.dumps(value).encode()
    return ADAPTER.convert(content, pages)


def of(*elements: Any, pages: tuple[Page, ...] = ONE) -> NativeDocument:
    return convert({"layout_elements": list(elements)}, pages)


def types(document: NativeDocument) -> list[ElementType]:
    return [each.type for each in document.elements]


def texts(elements: list[NativeElement]) -> list[str]:
    return [each.text for each in elements]


def test_every_category_has_its_class_and_what_is_no_category_keeps_its_name():
    given = [
        "section_header", "text", "formula", "image", "caption", "page_header", "page_footer",
        "watermark", "unknown", "", "Side Bar", None,
    ]  # fmt: skip
    document = of(*({"category": name, "content": "words"} for name in given))
    assert types(document) == [
        T.SECTION_HEADER, T.PARAGRAPH, T.FORMULA, T.FIGURE, T.CAPTION, T.PAGE_HEADER,
        T.PAGE_FOOTER, T.WATERMARK, T.UNKNOWN, T.UNKNOWN, T.MISSING, T.UNKNOWN,
    ]  # fmt: skip
    assert document.elements[10].metadata == {NATIVE_CLASS: "side_bar"}


def test_boxes_are_fractions_from_top_left_whatever_their_page():
    document = of(element("text", "a", (100, 50, 200, 950), page=2), pages=THREE)
    [box] = document.elements[0].boxes
    assert (box.page, box.left, box.top, box.right, box.bottom) == (2, 0.05, 0.1, 0.95, 0.2)


@pytest.mark.parametrize(
    "box",
    [
        (200, 50, 100, 950),  # Upside down.
        (100, 950, 200, 50),
        (100, 50, 200, 1400),  # Outside.
        (-80, 50, 200, 900),
        (100, 50, 200),
        (0.1, 0.05, 0.2, 0.95),  # Fractions.
        (100, 50, None, 950),
        (100, 50, [1], 950),
        (100, 50, float("nan"), 950),
        (100, 50, 10**400, 950),
    ],
)
def test_a_box_that_cannot_be_right_is_left_out_and_said_so(box: Any):
    document = of(element("text", "kept", box))
    assert texts(document.elements) == ["kept"]
    assert document.elements[0].boxes == ()
    assert document.elements[0].pages == (1,)
    assert any("A box on page 1 cannot be right" in problem for problem in document.problems)


def test_a_box_a_little_over_the_edge_is_cut_off_there():
    [made] = of(element("text", "kept", (-5, 50, 200, 1010))).elements
    assert (made.boxes[0].top, made.boxes[0].right) == (0.0, 1.0)


def test_text_is_plain_and_headings_have_levels():
    document = of(
        element("section_header", "2.1 **Doses**"),
        element("section_header", "## Results"),
        element("section_header", "Aims", heading_level=3),
        element("section_header", "Title", heading_level=-4),
        element("text", "Give *5 mg* of [it](http://a.example)<br>twice\\."),
    )
    assert [each.level for each in document.elements[:4]] == [2, 2, 3, 1]
    assert texts(document.elements) == [
        "2.1 Doses", "Results", "Aims", "Title", "Give 5 mg of it twice.",
    ]  # fmt: skip


def test_items_are_lists_also_where_one_element_holds_several():
    document = of(
        element("list_item", "- first"),
        element("list_item", "2. second\n   goes on\n   - inner\n   - inner too\n3. third"),
        element("ref_item", "- [1] A book."),
        element("text", "behind"),
    )
    assert types(document) == [T.LIST, T.REFERENCE_LIST, T.PARAGRAPH]
    items = document.elements[0].children
    assert texts(items) == ["first", "2. second goes on", "3. third"]
    [inner] = items[1].children
    assert (inner.type, texts(inner.children)) == (T.LIST, ["inner", "inner too"])
    assert texts(document.elements[1].children) == ["[1] A book."]


@pytest.mark.parametrize(
    ("content", "items"),
    [
        ("- first\n\n- second\n\n  goes on", ["first", "second goes on"]),
        ("a) first\nb) second", ["a) first", "b) second"]),
        ("(1) first\n(2) second", ["(1) first", "(2) second"]),
        ("- first\n---\n- second", ["first", "second"]),
    ],
)
def test_items_stay_apart_however_a_list_is_written(content: str, items: list[str]) -> None:
    [made] = of(element("list_item", content)).elements
    assert (made.type, texts(made.children)) == (T.LIST, items)


def test_words_above_a_list_are_no_item() -> None:
    above, made = of(element("list_item", "Doses:\n- 5 mg\n- 10 mg")).elements
    assert (above.type, above.text, bool(above.boxes)) == (T.PARAGRAPH, "Doses:", True)
    assert texts(made.children) == ["5 mg", "10 mg"]


def test_a_table_has_rows_and_cells_and_keeps_the_words_around_it():
    markdown = "Doses\n| Drug | **Dose** |\n|---|:-:|\n| A | 5 \\| 6 mg |\n| B<br>C | |\nNote 1."
    above, table, below = of(element("table", markdown)).elements
    rows = [[cell.text for cell in row.children] for row in table.children]
    assert rows == [["Drug", "Dose"], ["A", "5 | 6 mg"], ["B C", ""]]
    assert [cell.metadata.get("header") for cell in table.children[0].children] == ["true"] * 2
    assert {above.type, below.type} == {T.PARAGRAPH}
    assert (texts([above, below]), below.pages) == (["Doses", "Note 1."], (1,))


def test_a_table_may_lack_the_outer_lines_of_its_rows() -> None:
    [table] = of(element("table", "Drug | Dose\n---|---\nA | 5 mg")).elements
    rows = [[cell.text for cell in row.children] for row in table.children]
    assert rows == [["Drug", "Dose"], ["A", "5 mg"]]


def test_signs_that_a_table_shows_are_read_once_and_formulas_beside_it_keep_theirs() -> None:
    formula, table = of(element("table", "$$x_{1}\\{2\\}$$\n| x\\*y\\* | **b** |")).elements
    assert (formula.type, formula.text) == (T.FORMULA, "x_{1}\\{2\\}")
    assert texts(table.children[0].children) == ["x*y*", "b"]


def test_a_table_in_html_keeps_its_spans():
    html = "<table><tr><th colspan=2>Dose</th></tr><tr><td>5</td><td>6</td></tr></table> per day"
    table, beside = of(element("table", html)).elements
    assert table.children[0].children[0].metadata["column_span"] == "2"
    assert beside.text == "per day"


def test_words_that_are_no_table_stay_its_text():
    [table] = of(element("table", "Drug A 5 mg")).elements
    assert (table.type, table.text, table.children) == (T.TABLE, "Drug A 5 mg", [])


def test_formulas_keep_latex_also_where_json_swallowed_a_backslash():
    escaped = r'{"layout_elements": [{"category": "formula", "content": "\\frac{a}{b}"}]}'
    forgotten = r'{"layout_elements": [{"category": "formula", "content": "$$\frac{\alpha}{b}$$"}]}'
    assert of(element("formula", r"\[x^2_i\]")).elements[0].text == r"x^2_i"
    assert convert(escaped.encode()).elements[0].text == r"\frac{a}{b}"
    assert convert(forgotten.encode()).elements[0].text == r"\frac{\alpha}{b}"


def test_captions_belong_to_what_they_name_or_what_is_nearer():
    document = of(
        element("table", "|a|b|\n|-|-|\n|1|2|", (100, 0, 300, 900)),
        element("caption", "Figure 1: a chart", (320, 0, 340, 900)),
        element("image", "", (400, 0, 600, 900)),
        element("text", "between", (700, 0, 720, 900)),
        element("caption", "Kept: 3", (810, 0, 820, 900)),
        element("image", "", (830, 0, 900, 900)),
    )
    captions = [each for each in document.elements if each.type is T.CAPTION]
    assert [each.caption_of for each in captions] == [document.elements[2], document.elements[5]]


def test_a_label_is_the_models_description_of_a_figure(data: Path):
    content = (data / "native/gemini/cupcakes_box_2d.txt").read_bytes()
    figures = convert(content).elements
    assert {each.type for each in figures} == {T.FIGURE}
    assert [each.metadata["description"] for each in figures] == [
        row["label"] for row in json.loads(content)
    ]
    assert not any(texts(figures))
    boxes = [(b.top, b.left, b.bottom, b.right) for each in figures for b in each.boxes]
    assert boxes == [tuple(s / 1000 for s in row["box_2d"]) for row in json.loads(content)]


def test_our_own_form_keeps_the_other_pages_and_names_those_that_failed():
    document = convert(
        {
            "parser": "gemini",
            "model": "a-model",
            "pages": [
                {"page_number": 1, "layout_elements": [element("text", "one", page=77)]},
                {"page_number": 2, "layout_elements": [], "problem": "The service fails."},
            ],
        },
        THREE,
    )
    assert [(e.text, e.boxes[0].page) for e in document.elements] == [("one", 1)]
    assert document.metadata == {"model": "a-model"}
    assert document.problems == [
        "Page 2 was not read to the end, nothing of it was read: The service fails.",
        "The output says nothing of page 3.",
    ]


def test_pages_that_the_document_lacks_are_kept_without_a_place():
    document = of(element("text", "far", page=9), pages=THREE)
    assert (document.elements[0].boxes, document.elements[0].pages) == ((), ())
    assert "The document has no page 9; text from there was kept without a place." in (
        document.problems
    )


def test_boxes_without_a_page_are_placed_only_where_there_is_one_page():
    bare = [{"box_2d": [1, 2, 300, 400], "label": "a cake"}]
    assert convert(bare).elements[0].boxes[0].page == 1
    several = convert(bare, THREE)
    assert several.elements[0].boxes == ()
    assert any("without a page were left out" in problem for problem in several.problems)


PAGE = {"layout_elements": [element("text", "a ```word``` {"), element("text", "b", page=2)]}


@pytest.mark.parametrize(
    "saved",
    [
        json.dumps([PAGE]),
        "\ufeff" + json.dumps(PAGE, indent=1),
        f"Here it is [sic]:\n```json\n{json.dumps(PAGE, indent=1)}\n```\nAnything else?",
        f"```\n{json.dumps(PAGE)}",
        f"Sure! {json.dumps(PAGE)} I hope that helps {{:",
        "\n".join(json.dumps({"layout_elements": [one]}) for one in PAGE["layout_elements"]),
        "\n\n".join(
            f"Page:\n```json\n{json.dumps({'layout_elements': [one]})}\n```"
            for one in PAGE["layout_elements"]
        ),
        json.dumps(PAGE["layout_elements"]),
    ],
)
def test_what_people_save_from_a_chat_is_read(saved: str):
    document = convert(saved.encode(), THREE[:2])
    assert [(e.text, e.boxes[0].page) for e in document.elements] == [("a word {", 1), ("b", 2)]
    assert document.problems == []


def test_of_an_output_that_is_cut_off_the_complete_elements_are_kept():
    whole = json.dumps({"layout_elements": [element("text", f"part {n}") for n in range(3)]})
    complete = 0
    for end in range(len(whole)):
        try:
            document = convert(whole[:end].encode())
        except NotNative:
            assert end < len('{"layout_elements": [')
            continue
        assert texts(document.elements) == [f"part {n}" for n in range(len(document.elements))]
        assert all(each.boxes for each in document.elements)
        assert any("cut off" in problem for problem in document.problems)
        assert len(document.elements) >= complete
        complete = len(document.elements)
    assert complete == 3


def test_wrong_types_anywhere_are_passed_over():
    odd: list[Any] = [None, 3, "a", [], {}, [[]], {"a": 1}, True, -1, 1e308, float("inf")]
    for value in odd:
        convert({"layout_elements": [value, element("text", "kept")]})
        for key in ("category", "content", "bbox", "heading_level", "label", "page_number"):
            made = convert({"layout_elements": [{**element("table", "|a|"), key: value}]})
            assert len(made.elements) == 1
        convert({"parser": value, "model": value, "pages": [value, {"page_number": value, **PAGE}]})


def test_damaged_files_give_elements_or_are_refused():
    """Bytes changed, doubled and taken out at random, with a fixed seed."""
    chance = random.Random(7)
    whole = json.dumps(
        {"pages": [{"page_number": n, "layout_elements": [
            element("table", "|a|b|\n|-|-|\n|1|2|"), element("list_item", "- a\n  - b"),
            element("formula", r"\frac{a}{b}"), element("image", "")]} for n in (1, 2)]}
    ).encode()  # fmt: skip
    for _ in range(400):
        damaged = bytearray(whole)
        for _ in range(chance.randint(1, 6)):
            at = chance.randrange(len(damaged))
            damaged[at : at + chance.randint(0, 9)] = chance.randbytes(chance.randint(0, 3))
        try:
            document = convert(bytes(damaged), THREE)
        except NotNative:
            continue
        assert all(each.type for each in document.walk())


@pytest.mark.timeout(30)
@pytest.mark.parametrize(
    "elements",
    [
        lambda n: [element("text", "a short text", page=1 + at % 3) for at in range(6 * n)],
        lambda n: [
            element("list_item", "\n".join(f"{' ' * (at % 90)}- {at}" for at in range(3 * n)))
        ],
        lambda n: [element("list_item", "- a\n" + "goes on\n" * 4 * n)],
        lambda n: [element("table", "|a|b|\n" * n)],
        lambda n: [element("caption", "c"), element("image", "")] * n,
    ],
)
def test_large_outputs_take_time_by_their_size(elements: Callable[[int], list[Any]]):
    assert_time_grows_with(500, lambda size: of(*elements(size), pages=THREE))
