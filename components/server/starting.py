"""What a server does when it starts."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager, asynccontextmanager
from threading import Thread
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable

    import streamlit as st

    Lifespan = Callable[[st.App], AbstractAsyncContextManager[dict[str, Any] | None]]


def in_background(work: Callable[[], None]) -> Lifespan:
    """A lifespan of the server that begins work beside it: visitors are let in at once."""

    @asynccontextmanager
    async def lifespan(_: st.App) -> AsyncGenerator[None]:
        Thread(target=work, name="start", daemon=True).start()
        yield

    return lifespan
