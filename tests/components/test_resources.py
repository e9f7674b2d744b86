"""What sessions share, and what is a person's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from components import resources

if TYPE_CHECKING:
    from pathlib import Path


def test_people_have_sweeps_and_searches_of_their_own(home: Path) -> None:
    resources.restart()
    made = [resources._sweeps(home / name) for name in ("ann", "bob", "ann")]
    assert made[0] is made[2]
    assert made[0] is not made[1]
    resources._sweeps.clear()
    resources.restart()
