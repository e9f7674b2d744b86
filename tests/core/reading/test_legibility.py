from __future__ import annotations

import pytest

from core.reading.legibility import is_legible
from core.reading.line import Line


def lines(text: str) -> list[Line]:
    words = text.split()
    return [Line(1, words, [(0.0, 0.0, 10.0, 10.0)] * len(words))] if words else []


@pytest.mark.parametrize(
    "text",
    [
        "The ward keeps two units of blood ready and every unit is checked before use.",
        "Jede Konserve wird vor der Ausgabe zweimal geprüft und im Buch vermerkt.",
        "第七章 企业资信状况",
        "12.5 13.1 14.0",
        "",
    ],
)
def test_language_and_numbers_are_legible(text: str) -> None:
    assert is_legible(lines(text))


@pytest.mark.parametrize(
    "text",
    [
        "\ufffd\ufffd\ufffd w\ufffd\ufffd keeps",
        "\ue001\ue002\ue003 \ue004\ue005",
        "Wkh zdug nhhsv wzr xqlwv ri eorrg uhdgb dqg hyhub xqlw lv fkhfnhg wzlfh ehiruh xvh",
    ],
)
def test_numbers_of_glyphs_and_shifted_letters_are_not(text: str) -> None:
    assert not is_legible(lines(text))
