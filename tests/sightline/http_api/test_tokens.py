"""Tokens that whoever starts the server chose, and those that it makes."""

from __future__ import annotations

import pytest

from core.errors import SetupError
from sightline.http_api.tokens import VARIABLE, new_token, tokens_of_environment

LONG = "a" * 32


@pytest.mark.parametrize(
    ("value", "tokens"),
    [("", ()), (" , ", ()), (LONG, (LONG,)), (f" {LONG} ,{LONG}b,", (LONG, f"{LONG}b"))],
)
def test_tokens_are_parted_by_commas(
    value: str, tokens: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, value)
    assert tokens_of_environment() == tokens


def test_without_the_variable_there_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    assert tokens_of_environment() == ()


@pytest.mark.parametrize("bad", ["a" * 31, "x", f"{LONG}ä", f"{LONG} b", f"{LONG}\tb"])
def test_a_token_that_is_short_or_fits_no_header_is_an_error_that_does_not_repeat_it(
    bad: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, f"{LONG},{bad}")
    with pytest.raises(SetupError) as raised:
        tokens_of_environment()
    assert VARIABLE in str(raised.value)
    assert LONG not in str(raised.value)


def test_each_new_token_is_long_and_another() -> None:
    made = {new_token() for _ in range(20)}
    assert len(made) == 20
    assert min(map(len, made)) >= 32
