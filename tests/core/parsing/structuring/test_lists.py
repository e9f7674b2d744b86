"""Items to lists, with the paragraphs that they hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.parsing.elements import Element
from core.parsing.structuring.lists import group_lists
from core.reading.line import Line
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Sequence


def _element(text: str, left: float) -> Element:
    """An item where the text begins with a mark and a tab, else a paragraph."""
    mark, _, rest = text.rpartition("\t")
    words = [mark, *rest.split()] if mark else rest.split()
    lefts = (
        [left, *(left + 15 + 40 * at for at in range(len(words) - 1))]
        if mark
        else [left + 40 * at for at in range(len(words))]
    )
    boxes = [(x, 0.0, x + 10, 10.0) for x in lefts]
    kind = ElementType.LIST_ITEM if mark else ElementType.PARAGRAPH
    return Element(kind, [Line(1, words, boxes, 10.0)])


def _shown(elements: Sequence[Element]) -> list[object]:
    """The texts of elements, what each holds in a list behind it."""
    shown: list[object] = []
    for element in elements:
        shown += [element.text] if element.text else []
        shown += [_shown(element.children)] if element.children else []
    return shown


def test_a_paragraph_set_in_below_an_item_belongs_to_it_where_the_list_goes_on() -> None:
    flow = [_element("1.\tCheck", 50), _element("Do not guess", 65), _element("2.\tWeigh", 50)]
    assert _shown(group_lists(flow)) == [["1. Check", ["Do not guess"], "2. Weigh"]]


def test_a_paragraph_behind_the_last_item_stays_behind_the_list() -> None:
    flow = [_element("1.\tCheck", 50), _element("2.\tWeigh", 50), _element("Do not guess", 65)]
    assert _shown(group_lists(flow)) == [["1. Check", "2. Weigh"], "Do not guess"]


def test_a_list_that_begins_anew_does_not_take_what_stands_before_it() -> None:
    flow = [_element("1.\tCheck", 50), _element("Then weigh", 65), _element("1.\tSit", 50)]
    assert _shown(group_lists(flow)) == ["1. Check", "Then weigh", "1. Sit"]


def test_a_paragraph_behind_an_inner_list_belongs_to_the_outer_item() -> None:
    flow = [
        _element("1.\tRecord", 50),
        _element("a)\tfood", 65),
        _element("b)\tdrink", 65),
        _element("Sign the record", 65),
        _element("2.\tCall", 50),
    ]
    inner = ["a) food", "b) drink"]
    assert _shown(group_lists(flow)) == [["1. Record", [inner, "Sign the record"], "2. Call"]]


def test_a_paragraph_at_the_edge_ends_a_list() -> None:
    flow = [_element("\u2022\tFood", 50), _element("And now", 50), _element("\u2022\tDrink", 50)]
    assert _shown(group_lists(flow)) == [["\u2022 Food"], "And now", ["\u2022 Drink"]]
