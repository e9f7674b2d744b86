"""What one browser may not do to all: forget what the app holds.

Streamlit lets any browser clear its caches, in which the library, the queues and keys that were
entered are, and change settings of the server.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from google.protobuf.message import DecodeError
from streamlit.proto.BackMsg_pb2 import BackMsg

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_DROPPED = {"clear_cache", "set_run_on_save", "load_git_info"}


class SharedState:
    """ASGI middleware that drops such messages."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the app hear all else."""

        async def heard() -> Message:
            while True:
                message = await receive()
                if message["type"] != "websocket.receive" or not _is_dropped(message):
                    return message

        await self._app(scope, heard if scope["type"] == "websocket" else receive, send)


def _is_dropped(message: Message) -> bool:
    try:
        return BackMsg.FromString(message.get("bytes") or b"").WhichOneof("type") in _DROPPED
    except DecodeError:
        return False  # the app answers what cannot be read
