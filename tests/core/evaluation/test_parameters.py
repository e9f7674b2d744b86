"""Parameters that vary are found, and the best setting stands for each pair of values."""

from __future__ import annotations

from core.chunking import make_options
from core.configuration import Configuration
from core.evaluation.parameters import heat, parameters, varying


def setting(strategy: str = "fixed", **options: float) -> Configuration:
    return Configuration(strategy, make_options(strategy, options))


ALL = [
    parameters(one)
    for one in (
        setting(max_tokens=128, overlap=0.0),
        setting(max_tokens=128, overlap=0.2),
        setting(max_tokens=256, overlap=0.0),
        setting("recursive", max_tokens=128, overlap=0.0),
        setting("hierarchical", max_tokens=128),
    )
]


def test_what_all_settings_share_does_not_vary() -> None:
    assert varying(ALL) == ["Strategy", "N", "O"]
    assert varying(ALL[:1]) == []


def test_a_cell_holds_the_best_of_its_settings_and_how_many_there_are() -> None:
    found = heat(ALL, [0.5, 0.6, 0.7, 0.8, 0.9], "N", "O")
    assert found.columns == (128, 256)
    assert found.rows == (0.0, 0.2)
    assert found.cells == ((3, 2), (1, None))
    assert found.counts == ((2, 1), (1, 0))


def test_names_are_ordered_behind_numbers() -> None:
    found = heat(ALL, [0.0] * 5, "Strategy", "N")
    assert found.columns == ("fixed", "hierarchical", "recursive")
