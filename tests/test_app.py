"""Who the running app answers: requests over real connections, as foreign pages send them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.guarded_app import (
    FOREIGN_HOSTS,
    FOREIGN_ORIGINS,
    GIVEN,
    OWN_HOSTS,
    PATHS,
    STREAM,
    answer,
    guarded_app,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

HOST = "Host: 127.0.0.1:{port}"
ORIGIN = "Origin: http://127.0.0.1:{port}"


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    with guarded_app(tmp_path_factory.mktemp("home")) as port:
        yield port


@pytest.mark.parametrize("host", OWN_HOSTS)
def test_the_app_answers_under_its_own_names(port: int, host: str) -> None:
    assert answer(port, "/", f"Host: {host}")[0] == 200
    assert answer(port, STREAM, f"Host: {host}", f"Origin: http://{host}")[0] == 101


def test_behind_a_proxy_that_speaks_tls_a_given_name_is_served(port: int) -> None:
    assert answer(port, STREAM, f"Host: {GIVEN}", f"Origin: https://{GIVEN}")[0] == 101


@pytest.mark.parametrize("lines", FOREIGN_HOSTS)
def test_another_name_is_refused(port: int, lines: str) -> None:
    assert answer(port, "/", lines)[0] in (400, 421)
    assert answer(port, STREAM, lines, ORIGIN)[0] in (400, 421)


@pytest.mark.parametrize("path", PATHS)
def test_another_name_is_refused_on_every_path_and_told_of_the_setting(
    port: int, path: str
) -> None:
    lines = ("Host: rebound.example:{port}", "Origin: http://rebound.example:{port}")
    for method in ("GET",) if path == STREAM else ("GET", "PUT", "OPTIONS"):
        status, text = answer(port, path, *lines, method=method)
        assert status == 421
        assert "SIGHTLINE_HOSTS" in text


@pytest.mark.parametrize("line", FOREIGN_ORIGINS)
def test_a_websocket_of_another_page_is_refused(port: int, line: str) -> None:
    assert answer(port, STREAM, HOST, line)[0] in (400, 403)


def test_a_websocket_that_is_refused_is_told_of_the_setting(port: int) -> None:
    assert "SIGHTLINE_HOSTS" in answer(port, STREAM, HOST, "Origin: null")[1]


@pytest.mark.parametrize("line", [line for line in FOREIGN_ORIGINS if line])
def test_a_request_of_another_page_is_refused(port: int, line: str) -> None:
    assert answer(port, "/_stcore/health", HOST, line)[0] == 403


@pytest.mark.parametrize("target", ["http://rebound.example/", "//rebound.example/", "*"])
def test_a_request_line_cannot_name_another_address(port: int, target: str) -> None:
    assert answer(port, target, HOST)[0] in (400, 421)


def test_a_request_without_any_name_is_refused(port: int) -> None:
    assert answer(port, "/")[0] in (400, 421)


def test_a_page_is_told_to_ask_nobody_else(port: int) -> None:
    _, text = answer(port, "/", HOST)
    head = text.partition("\r\n\r\n")[0]
    assert "default-src 'self'" in head
    assert "referrer-policy: no-referrer" in head
    assert "x-content-type-options: nosniff" in head
