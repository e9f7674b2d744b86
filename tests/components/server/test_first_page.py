"""The first page is reached by its name, which Streamlit does not know."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import streamlit as st

from components.server.first_page import FirstPage

if TYPE_CHECKING:
    from starlette.types import Message, Receive, Scope, Send


def led_to(path: str, query: str = "", **more: str) -> str:
    """Where a request is led; empty where the app answers it itself."""
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(message: Message) -> None:
        sent.append(message)

    async def app(_: Scope, __: Receive, ___: Send) -> None:
        return

    scope = {"type": "http", "path": path, "query_string": query.encode(), "headers": [], **more}
    # Nothing waits, so that it needs no event loop, of which a browser may have one here.
    with pytest.raises(StopIteration):
        FirstPage(app)(scope, receive, send).send(None)
    return dict(sent[0]["headers"])[b"location"].decode() if sent else ""


def test_the_name_leads_to_the_root_with_all_that_the_address_says() -> None:
    assert led_to("/documents") == "./"
    assert led_to("/documents", "document=ab&among=a%20b") == "./?document=ab&among=a%20b"


@pytest.mark.parametrize("path", ["/", "/structure", "/static/documents", "/documents/x"])
def test_all_else_is_left_to_the_app(path: str) -> None:
    assert led_to(path) == ""


def test_below_a_path_of_a_proxy_it_leads_to_the_root_of_the_app(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert led_to("/sight/documents", root_path="/sight") == "./"
    monkeypatch.setattr(st, "get_option", {"server.baseUrlPath": "/sight/"}.get)
    assert led_to("/sight/documents") == "./"
