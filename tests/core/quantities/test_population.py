"""Ages and pregnancy in texts, and whether a text is about those a question asks about."""

from __future__ import annotations

import math

import pytest

from core.quantities.population import People

YEAR = 12.0


@pytest.mark.parametrize(
    ("text", "ages"),
    [
        ("in a 6-year-old", ((6 * YEAR, 6 * YEAR),)),
        ("a 4-month-old baby", ((4, 4),)),
        ("ein 45-jähriger Mann", ((45 * YEAR, 45 * YEAR),)),
        ("people aged 16 years and over", ((16 * YEAR, math.inf),)),
        ("babies under 1 year", ((0, 12),)),
        ("young people between 1 year and over, and under 16 years", ((12, 16 * YEAR),)),
        ("for adults only", ((192, math.inf),)),
        ("wait 4 weeks before the test", ()),
        ("no age is named", ()),
    ],
)
def test_ages_are_read_in_months(text: str, ages: tuple[tuple[float, float], ...]) -> None:
    assert People.of(text).ages == ages


def test_groups_meet_where_their_ages_do() -> None:
    child = People.of("What dose for a 6-year-old?")
    assert child.fits(People.of("children between 1 year and over, and under 16 years")) == 1
    assert child.fits(People.of("people aged 16 years and over")) == -1
    assert child.fits(People.of("no age is named")) == 0
    assert People.of("Wie wird ein Erwachsener behandelt?").fits(People.of("babies")) == -1


def test_groups_of_which_one_begins_where_the_other_ends_are_apart() -> None:
    adults, children = People.of("for adults only"), People.of("for children only")
    assert adults.is_apart(children)
    assert children.is_apart(adults)
    assert not People.of("a 16-year-old").is_apart(adults)
    assert not People.of("no age is named").is_apart(adults)


def test_pregnancy_is_seen_in_both_languages() -> None:
    assert People.of("antenatal care").pregnant
    assert People.of("bei Schwangeren").pregnant
    assert not People.of("after surgery").pregnant
