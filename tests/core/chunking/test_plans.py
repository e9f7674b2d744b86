"""Plans put right: every unit in one group, whatever was returned."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from core.chunking.plans import MOST_PIECES, Flaw, Repair, in_words
from core.chunking.unit_outline import Outline
from tests.builders import Block, bullets, heading
from tests.core.chunking.test_promises import quiet
from tests.core.chunking.test_unit_outline import outline
from tests.strategies import streams

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.tokens import TokenStream

BLOCKS = [heading("a"), "p one.", "p two.", heading("b", 2), "p three.", "p four.", heading("c"),
          "p five."]  # fmt: skip
"""Units h1 p1 p2 h2 p3 p4 h3 p5."""


def repaired(
    plan: Sequence[Sequence[str]], blocks: Sequence[Block | str] = BLOCKS, leap: int = 0
) -> tuple[list[list[str]], dict[Flaw, int]]:
    """The passages of a plan as ids, a bar between pieces, and what was wrong with it."""
    found = outline(blocks)
    repair = Repair(found)
    passages = repair.passages([" ".join(group) for group in plan], (0, len(found.units)), leap)
    flaws = {flaw: count for flaw, count in repair.flaws.items() if count}
    ids = [[[unit.id for unit in found.units[a:b]] for a, b in p.pieces] for p in passages]
    return [
        list(chain(pieces[0], *(["|", *piece] for piece in pieces[1:]))) for pieces in ids
    ], flaws


WHOLE = [["h1", "p1", "p2"], ["h2", "p3", "p4"], ["h3", "p5"]]


def test_a_plan_without_fault_stays_as_it_is() -> None:
    assert repaired(WHOLE) == (WHOLE, {})


def test_a_run_without_an_end_goes_on_to_the_next_unit_that_is_named() -> None:
    assert repaired([["h1-"], ["h2-"], ["h3-"]]) == (WHOLE, {})
    assert repaired([["h1-"], ["h1", "h2-"], ["h3", "p5"]]) == (WHOLE, {})
    assert repaired([["h3-"], ["h2-p4"], ["h1-"]]) == (WHOLE, {})
    plan = [["h1-", "p5"], ["h2-"], ["h3"]]
    assert repaired(plan, leap=100)[0] == [["h1", "p1", "p2", "|", "h3", "p5"], ["h2", "p3", "p4"]]
    assert repaired([["x9-", "h1-"], ["h2-"], ["h3-"]]) == (WHOLE, {Flaw.UNKNOWN: 1})


def test_a_heading_named_again_above_another_group_does_not_end_the_run_that_it_stands_in() -> None:
    blocks = [heading("a"), heading("b", 2), "p one.", heading("c", 3), "p two.", heading("d", 3),
              heading("e", 4), "p three."]  # fmt: skip
    groups = [["h1", "h2", "p1"], ["h3", "p2"], ["h4", "h5", "p3"]]
    for above in (["h2"], ["h1", "h2"]):
        assert repaired([["h1-"], ["h3-"], [*above, "h4-"]], blocks, leap=100) == (groups, {})


def test_a_heading_named_again_below_it_is_no_fault() -> None:
    plan = [["h1", "p1", "p2"], ["h1", "h2", "p3", "p4"], ["h3", "p5"]]
    assert repaired(plan) == (WHOLE, {})


def test_unknown_ids_are_left_out_and_doubled_ones_kept_at_the_first_place() -> None:
    plan = [["h1", "p1", "p2", "x9", "-"], ["h2", "p3", "p4", "p1", "p3"], ["h3", "p5"]]
    assert repaired(plan) == (WHOLE, {Flaw.UNKNOWN: 2, Flaw.DOUBLED: 2})


def test_missing_ids_join_their_neighbours_under_the_same_heading() -> None:
    assert repaired([["h1", "p1"], ["p3", "p4"], ["h3", "p5"]]) == (WHOLE, {Flaw.MISSING: 2})


def test_missing_ids_without_neighbours_under_their_heading_are_a_group_of_their_own() -> None:
    assert repaired([["h1", "p1", "p2"], ["h3", "p5"]]) == (WHOLE, {Flaw.MISSING: 3})


def test_groups_are_put_into_reading_order() -> None:
    plan = [["h3", "p5"], ["p4", "h2", "p3"], ["h1", "p1", "p2"]]
    assert repaired(plan) == (WHOLE, {Flaw.ORDER: 1})


def test_units_that_are_no_neighbours_are_divided_at_the_gap() -> None:
    plan = [["h1", "p1", "p5"], ["p2", "h2", "p3", "p4"], ["h3"]]
    groups, flaws = repaired(plan)
    assert groups == [["h1", "p1"], ["p2", "h2", "p3", "p4"], ["h3", "p5"]]
    assert flaws == {Flaw.SCATTERED: 1, Flaw.STRANDED: 1}


def test_units_that_are_no_neighbours_stay_together_as_pieces_where_they_may() -> None:
    plan = [["h1", "p1", "p5"], ["p2", "h2-p4"], ["h3"]]
    groups, flaws = repaired(plan, leap=100)
    assert groups == [["h1", "p1", "|", "h3", "p5"], ["p2", "h2", "p3", "p4"]]
    assert flaws == {Flaw.STRANDED: 1}
    assert repaired(plan, leap=4)[1] == {Flaw.SCATTERED: 1, Flaw.STRANDED: 1}


def test_a_group_gathered_from_all_over_the_document_is_divided() -> None:
    blocks = [heading("a"), *[f"p {n}." for n in range(2 * MOST_PIECES + 2)]]
    names = [f"p{n}" for n in range(1, 2 * MOST_PIECES + 3)]
    groups, flaws = repaired([["h1", *names[::2]], names[1::2]], blocks, leap=1000)
    assert flaws == {Flaw.SCATTERED: 2}
    assert len(groups) == len(names)


def test_a_run_is_named_by_its_ends_and_one_that_is_none_is_left_out() -> None:
    assert repaired([["h1-p2"], ["h2-p4"], ["h3-p5"]]) == (WHOLE, {})
    for wrong in ("p5-h3", "h1-p9", "-p2", "h1-p1-p2", "h1..p2"):
        flaws = repaired([[wrong], ["h1-p2"], ["h2-p4"], ["h3-p5"]])[1]
        assert flaws == {Flaw.UNKNOWN: 1}, wrong


def test_units_of_a_run_that_another_group_has_are_doubled_and_stay_there() -> None:
    groups, flaws = repaired([["h1-p2"], ["p2-p4"], ["h3", "p5"]])
    assert (groups, flaws) == (WHOLE, {Flaw.DOUBLED: 1})


def test_a_heading_goes_with_what_stands_below_it() -> None:
    groups, flaws = repaired([["h1", "p1", "p2", "h2"], ["p3", "p4"], ["h3"], ["p5"]])
    assert groups == WHOLE
    assert flaws == {Flaw.STRANDED: 2}


def test_a_heading_that_leads_to_nothing_stays_with_what_stands_before() -> None:
    blocks = [heading("a"), "x.", heading("b", 2), heading("c"), "y."]
    groups, flaws = repaired([["h1", "p1"], ["h2"], ["h3", "p2"]], blocks)
    assert groups == [["h1", "p1", "h2"], ["h3", "p2"]]
    assert flaws == {Flaw.STRANDED: 1}


def test_what_is_tied_goes_where_most_of_it_is() -> None:
    blocks = [heading("a"), "b.", "Ask about:", bullets("pain", "sleep and food"), "c."]
    groups, flaws = repaired([["h1", "p1", "p2"], ["l1", "p3"]], blocks)
    assert groups == [["h1", "p1"], ["p2", "l1", "p3"]]
    assert flaws == {Flaw.TORN: 1}


def test_repairs_are_said_in_words_with_numbers() -> None:
    found = outline(BLOCKS)
    repair = Repair(found)
    repair.passages(["x " * 1200], (0, len(found.units)), 0)
    assert in_words(repair.flaws) == (
        "Ids of no unit, left out: 1,200.",
        "Units left out by the plan, put with their neighbours under the same heading: 8.",
    )


def test_no_plan_at_all_gives_a_group_for_each_heading() -> None:
    assert repaired([])[0] == WHOLE


@quiet
@given(stream=streams(), data=st.data())
def test_whatever_the_plan_each_unit_is_in_one_group_and_what_is_tied_together(
    stream: TokenStream, data: st.DataObject
) -> None:
    found = Outline.of(stream)
    if not found.units:
        return
    names = st.sampled_from([*(unit.id for unit in found.units), "h0", "p999", "", "x"])
    plan = data.draw(st.lists(st.lists(names, max_size=40).map(" ".join), max_size=12))
    leap = data.draw(st.sampled_from([0, 30, 1000]))
    passages = Repair(found).passages(plan, (0, len(found.units)), leap)
    groups = sorted(chain.from_iterable(passage.pieces for passage in passages))
    assert list(chain.from_iterable(range(a, b) for a, b in groups)) == list(
        range(len(found.units))
    )
    for start, _ in groups[1:]:
        head = found.atoms[start]
        assert head == start or found.units[start].is_heading
