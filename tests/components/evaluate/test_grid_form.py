"""Values that are chosen or typed become numbers, and what is none is refused."""

from __future__ import annotations

import pytest

from components.evaluate.grid_form import numbers, refining_title
from core.errors import InvalidOption


def test_typed_values_are_read_as_numbers_in_their_order() -> None:
    assert numbers("N", [256, "128", "64.0"]) == (64, 128, 256)
    assert numbers("O", ["0,15", 0.0]) == (0.0, 0.15)
    assert [type(one) for one in numbers("N", ["128"])] == [int]


@pytest.mark.parametrize("values", [[], ["many"], ["1 2"]])
def test_what_is_no_number_is_refused_with_the_name_of_the_box(values: list[str]) -> None:
    with pytest.raises(InvalidOption, match=r"^N"):
        numbers("N", values)


def test_parts_of_the_refiner_are_called_as_their_switches_are() -> None:
    assert refining_title("lineage-supplement") == "Headings above + Context supplement"
    assert refining_title("none") == "Nothing"
