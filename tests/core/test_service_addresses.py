from __future__ import annotations

import pytest

from core.service_addresses import without_addresses


@pytest.mark.parametrize(
    "address",
    [
        "http://localhost:11434/v1",
        "https://models.clinic.example/t0ken/v1",
        "HTTPS://[::1]:8000/v1",
    ],
)
@pytest.mark.parametrize(
    "words",
    ["The service at {} cannot be reached.", "Check {}.", "({}) It said: try {}, or not."],
)
def test_no_address_leaves_the_house(address: str, words: str):
    assert without_addresses(words.format(address, address)) == words.format(
        *["(address left out)"] * 2
    )


def test_a_text_without_addresses_stays_as_it_is():
    words = "Give 5 mg/ml: see https or http, and 10:30."
    assert without_addresses(words) == words
