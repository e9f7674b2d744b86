"""What routes are given: the library of the application, and ids that can be ones."""

# No postponed annotations here and in the routes: FastAPI reads them.

from typing import Annotated

from anyio import CapacityLimiter
from fastapi import Depends, Path, Request

from core.errors import NotFound
from sightline.library import Library

PREFIX = "/v1"
_ID_LENGTH = 64
_HEXADECIMAL = frozenset("0123456789abcdef")


async def _library(request: Request) -> Library:
    return request.app.state.library


async def _reading(request: Request) -> CapacityLimiter:
    return request.app.state.reading


async def _whole_id(
    document: Annotated[str, Path(description="Id of the document: SHA-256 of its file.")],
) -> str:
    """The id, if it is a whole one: a name or its beginning could be that of another document."""
    if len(document) != _ID_LENGTH or not _HEXADECIMAL.issuperset(document):
        raise NotFound("There is no such document. Give the whole id, as the list of them has it.")
    return document


TheLibrary = Annotated[Library, Depends(_library)]
ReadingLimit = Annotated[CapacityLimiter, Depends(_reading)]
"""Lets one document after the other be read: each takes all workers of the settings."""
DocumentId = Annotated[str, Depends(_whole_id)]
