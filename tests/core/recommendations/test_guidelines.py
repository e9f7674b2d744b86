"""Recommendations of a real guideline of NICE."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from core.recommendations import document_dates, recommendations
from core.recommendations.base import Force
from core.spans import located
from core.workbench import Workbench

if TYPE_CHECKING:
    from core.sir import Sir

_DATA = os.environ.get("SIGHTLINE_DATA")
_NICE = Path(_DATA or "", "nice_ng243", "ng243.pdf")


@pytest.fixture(scope="module")
def nice(tmp_path_factory: pytest.TempPathFactory) -> Sir:
    if not _DATA or not _NICE.is_file():
        pytest.skip("SIGHTLINE_DATA names no folder with the guideline NG243")
    from core.settings import load_settings

    workbench = Workbench(load_settings(home=tmp_path_factory.mktemp("nice")))
    return workbench.documents.sir(workbench.documents.add(_NICE, "ng243.pdf").sha)


def test_every_recommendation_of_a_nice_guideline_is_whole_and_placed(nice: Sir) -> None:
    every = recommendations(nice)
    assert len(every) == 96
    assert all(each.number and located(nice, each.number.spans) for each in every)
    by_number = {each.number.words: each for each in every if each.number}
    assert len(by_number["1.2.3"].text) == 12, "with its nested list"


def test_its_verbs_are_its_strength_and_no_grade_is_invented(nice: Sir) -> None:
    by_number = {each.number.words: each for each in recommendations(nice) if each.number}
    forces = {n: each.grade.force for n, each in by_number.items() if each.grade}
    assert forces["1.2.9"] is Force.STRONG_FOR
    assert forces["1.2.7"] is Force.STRONG_AGAINST
    assert forces["1.9.9"] is Force.WEAK_FOR
    assert "1.1.2" not in forces
    assert all(each.evidence_level is None for each in by_number.values())


def test_its_date_is_that_of_the_first_page_and_a_version_is_not_stated(nice: Sir) -> None:
    dates = document_dates(nice)
    assert dates.published and dates.published.stated.words == "Published: 28 August 2024"
    assert dates.version is None
