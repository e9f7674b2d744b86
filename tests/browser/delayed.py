"""A connection on which what the app sends arrives late, as from a slow machine."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from tests.browser.looking import WAIT

if TYPE_CHECKING:
    from playwright.sync_api import Page, WebSocketRoute


class Delayed:
    """Holds back what the app sends to a page, from `hold` to `release`, and counts its requests.

    To be made before the page is opened.
    """

    def __init__(self, page: Page) -> None:
        self.requests = 0
        self._page = page
        self._holding = False
        self._late: list[str | bytes] = []
        page.route_web_socket(lambda url: url.endswith("/_stcore/stream"), self._join)

    def hold(self) -> None:
        """From now on, nothing of the app arrives."""
        self._holding = True

    def release(self) -> None:
        """Let all arrive, in its order."""
        self._holding = False
        for message in self._late:
            self._socket.send(message)
        self._late.clear()

    def wait_for_request(self, after: int) -> None:
        """Wait until the page has sent more requests than this. Raises `TimeoutError`."""
        end = time.monotonic() + WAIT / 1000
        while self.requests <= after:
            if time.monotonic() > end:
                raise TimeoutError(f"the page sent no request after its first {after}")
            self._page.wait_for_timeout(20)

    def _join(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        self._socket = socket

        def ask(message: str | bytes) -> None:
            self.requests += 1
            server.send(message)

        def answer(message: str | bytes) -> None:
            if self._holding:
                self._late.append(message)
            else:
                socket.send(message)

        socket.on_message(ask)
        server.on_message(answer)
