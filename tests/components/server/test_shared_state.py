"""A browser cannot make the app forget what all of them share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg

from components.server.shared_state import SharedState

if TYPE_CHECKING:
    from starlette.types import Message, Receive, Scope, Send


def heard(*contents: bytes) -> list[bytes]:
    """What the app hears of binary messages on a websocket."""
    left = [{"type": "websocket.receive", "bytes": content} for content in contents]
    got: list[bytes] = []

    async def receive() -> Message:
        return left.pop(0) if left else {"type": "websocket.disconnect"}

    async def send(_: Message) -> None:
        return

    async def app(_: Scope, receive: Receive, __: Send) -> None:
        while (message := await receive())["type"] != "websocket.disconnect":
            got.append(message["bytes"])

    # Nothing waits, so that it needs no event loop, of which a browser may have one here.
    with pytest.raises(StopIteration):
        SharedState(app)({"type": "websocket"}, receive, send).send(None)
    return got


@pytest.mark.parametrize(
    "message",
    [BackMsg(clear_cache=True), BackMsg(set_run_on_save=True), BackMsg(load_git_info=True)],
)
def test_what_concerns_all_is_dropped(message: BackMsg) -> None:
    rerun = BackMsg(stop_script=True).SerializeToString()
    assert heard(message.SerializeToString(), rerun) == [rerun]


def test_what_cannot_be_read_is_left_to_the_app() -> None:
    assert heard(b"\xff\xff", b"") == [b"\xff\xff", b""]
