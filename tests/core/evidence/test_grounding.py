"""Citations of line numbers: verbatim, numbered once, and of nothing that was not given."""

from __future__ import annotations

from dataclasses import replace

from core.evidence.grounding import Citations, cited
from core.evidence.numbered_lines import gather
from core.evidence.quotable_units import quoted
from core.verification.source import source_of
from tests.builders import heading, table
from tests.core.answering.builders import Found, found

LONG = "Give veradine slowly through the large vein of the arm over at least two hours at night."


def _numbers(place: Found, *numbers: int) -> list[str]:
    evidence = gather(place.hits, place.lookup)
    citations = Citations(evidence)
    citations.of(cited(evidence, numbers).lines)
    return [citation.quote.text for citation in citations.all]


def test_lines_that_follow_each_other_make_one_verbatim_quote() -> None:
    assert _numbers(found([LONG]), 1, 2, 3) == [LONG]


def test_lines_apart_make_a_quote_each() -> None:
    assert _numbers(found([LONG]), 1, 3) == [
        "Give veradine slowly through the large vein of",
        "night.",
    ]


def test_the_same_lines_share_a_number() -> None:
    place = found([LONG, "Check the liver."])
    evidence = gather(place.hits, place.lookup)
    citations = Citations(evidence)
    first, last = evidence.lines[0], evidence.lines[-1]
    assert citations.of([first]) == (1,)
    assert citations.of([last]) == (2,)
    assert citations.of([first, last]) == (1, 2)
    assert [citation.number for citation in citations.all] == [1, 2]


def test_numbers_that_no_line_has_are_named_and_left_out() -> None:
    place = found([LONG])
    lines = cited(gather(place.hits, place.lookup), [0, -1, 2, 2, 99, 10**30])
    assert [line.number for line in lines.lines] == [2]
    assert lines.unknown == (-1, 0, 99, 10**30)


def test_a_row_brings_the_cells_of_its_header() -> None:
    place = found([heading("Doses"), table([["Age", "Dose"], ["under 60", "20 ml"]])])
    evidence = gather(place.hits, place.lookup)
    citations = Citations(evidence)
    citations.of([evidence.lines[-1]])
    citation = citations.all[0]
    assert citation.quote.text == "under 60\t20 ml"
    assert quoted(place.result.sir, citation.quote.header) == "Age\tDose"
    assert citation.section_path == ("Doses",)
    assert citation.lines


def test_lines_with_another_between_them_that_is_not_given_are_not_joined() -> None:
    place = found([LONG])
    given = gather(place.hits, place.lookup)
    assert len(given.lines) == 3
    ends = (given.lines[0], replace(given.lines[2], number=2))
    evidence = replace(given, lines=ends)
    citations = Citations(evidence)
    assert citations.of(ends) == (1, 2)
    assert [citation.quote.text for citation in citations.all] == [one.text for one in ends]
    assert source_of(evidence, ends).cited == "\n".join(one.text for one in ends)
