"""For those who run the server: whether it answers, and what it counted."""

from typing import Literal

from fastapi import APIRouter, Request
from prometheus_client import CONTENT_TYPE_LATEST
from pydantic import BaseModel
from starlette.responses import Response

from core.rights import Right
from sightline.http_api.context import PREFIX, TheLibrary

open_router = APIRouter(prefix=PREFIX, tags=["server"])
router = APIRouter(prefix=PREFIX, tags=["server"])


class Health(BaseModel):
    """That the server answers."""

    status: Literal["ok"] = "ok"


@open_router.get("/health")
async def health() -> Health:
    """Whether the server answers; nothing else, since it needs no token."""
    return Health()


@router.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
def metrics(request: Request, library: TheLibrary) -> Response:
    """Requests, seconds and documents, for Prometheus; on a server for administrators."""
    library.require(Right.ADMINISTER)
    counts = request.app.state.metrics.text(len(library.documents()))
    return Response(counts, media_type=CONTENT_TYPE_LATEST)
