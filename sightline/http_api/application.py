"""The application: routes, what requests pass before them, and its description."""

from __future__ import annotations

from typing import TYPE_CHECKING

from anyio import CapacityLimiter
from fastapi import APIRouter, Depends, FastAPI
from fastapi.security import HTTPBearer
from starlette.middleware import Middleware

from core.rights import resolve_by
from sightline.http_api import document_routes, question_routes, upkeep_routes
from sightline.http_api.context import PREFIX
from sightline.http_api.errors import Problem, add_handlers
from sightline.http_api.guards import BodyLimit, HostGuard
from sightline.http_api.metrics import CountRequests, Metrics
from sightline.http_api.tokens import TokenGuard, holder_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from sightline.library import Library

_HEALTH, _UPLOADS = f"{PREFIX}/health", f"{PREFIX}/documents"
_ABOUT = (
    "Documents in; chunks, answers and pages out, with the exact lines of every quote. Every call "
    "but health needs a token."
)


def create_app(library: Library, tokens: Iterable[str], hosts: Collection[str] = ()) -> FastAPI:
    """An application that serves a library to those who have one of the tokens.

    Where people sign in, theirs count, and `tokens` are none.

    It answers under the names of this machine, those of the settings and `hosts`, as
    `core.hosts.canonical_name` writes them. The library is not closed with it.

    Raises:
        ValueError: there is no token, so that nobody would be let in.
    """
    if not (tokens := tuple(tokens)) and library.directory is None:
        raise ValueError("create_app needs a token")
    if library.directory:
        # What is done for no request is done by nobody.
        resolve_by(lambda: None)
    settings, metrics = library.settings, Metrics()
    app = FastAPI(
        title="Sightline",
        version="1",
        description=_ABOUT,
        openapi_url=f"{PREFIX}/openapi.json",
        # Pages that draw the description load scripts from elsewhere and ask for the token.
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        middleware=[
            Middleware(CountRequests, metrics=metrics),
            Middleware(HostGuard, names={*settings.hosts, *hosts}),
            Middleware(TokenGuard, holder=holder_of(library, tokens), open_paths={_HEALTH}),
            Middleware(BodyLimit, uploads=_UPLOADS, max_upload_mb=settings.max_upload_mb),
        ],
    )
    app.state.library, app.state.metrics = library, metrics
    app.state.reading = CapacityLimiter(1)
    add_handlers(app, settings.home)
    app.include_router(upkeep_routes.open_router)
    app.include_router(_with_token())
    return app


def _with_token() -> APIRouter:
    """All routes that need a token; they say so, and `TokenGuard` sees to it."""
    token = Depends(HTTPBearer(auto_error=False, description="A token of the server."))
    router = APIRouter(dependencies=[token], responses={"default": {"model": Problem}})
    for module in (document_routes, question_routes, upkeep_routes):
        router.include_router(module.router)
    return router
