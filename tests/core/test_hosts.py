"""Names in `Host` headers: the same name however it is written, and nothing else let through."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.hosts import canonical_name, requested_name


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("127.0.0.1:8501", "127.0.0.1"),
        ("LocalHost", "localhost"),
        ("localhost.:8501", "localhost"),
        ("[::1]:8501", "::1"),
        ("[0:0:0:0:0:0:0:1]", "::1"),
        ("Sightline.Example:443", "sightline.example"),
        ("xn--mnchen-3ya.example", "xn--mnchen-3ya.example"),
    ],
)
def test_a_name_is_read_without_port_case_or_closing_dot(host: str, name: str) -> None:
    assert requested_name(host) == name


@pytest.mark.parametrize(
    "host",
    [
        "",
        ":8501",
        "::1",
        "[::1",
        "[::1%25lo]",
        "[127.0.0.1]",
        "[localhost]",
        "[::ffff:127.0.0.1]",
        "127.0.0.1:",
        "127.0.0.1:0",
        "127.0.0.1:65536",
        "127.0.0.1:8501:8501",
        "127.0.0.1:８５０１",
        "１２７.0.0.1",
        "user@localhost",
        "localhost/path",
        "localhost?",
        "localhost,other",
        " localhost",
        "localhost..",
        ".localhost",
        "-localhost",
        "*",
        "a" * 300,
    ],
)
def test_what_no_browser_sends_is_no_name(host: str) -> None:
    assert requested_name(host) is None


@given(st.text(max_size=40))
def test_any_text_is_read_without_an_error_and_a_name_stays_itself(text: str) -> None:
    name = requested_name(text)
    assert name is None or canonical_name(name) == name


def test_a_name_given_by_people_is_written_as_it_travels() -> None:
    assert canonical_name("München.Example") == "xn--mnchen-3ya.example"
    assert canonical_name("::1") == "::1"
    assert canonical_name("::ffff:192.0.2.7") == "192.0.2.7"
    assert canonical_name("https://sightline.example") is None
    assert canonical_name("sightline.example:443") is None
