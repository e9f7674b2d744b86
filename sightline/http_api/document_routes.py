"""Documents over HTTP: listed, added, removed, cut into chunks, and drawn."""

from typing import Annotated, Any

from anyio import to_thread
from fastapi import APIRouter, Body, Path, Query, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from sightline.foreign_input import MarkedLines, foreign_recipe, result_lines
from sightline.http_api.context import PREFIX, DocumentId, ReadingLimit, TheLibrary
from sightline.http_api.uploads import FORM, Upload, uploaded
from sightline.library import Library
from sightline.lists import ChunkList, DocumentList
from sightline.page_pictures import DEFAULT_WIDTH, NARROWEST, WIDEST
from sightline.results import Document, PagePicture

router = APIRouter(prefix=PREFIX, tags=["documents"])

_FAR = 1_000_000_000
_MOST_CHUNKS = 500
_PICTURE: dict[int | str, dict[str, Any]] = {200: {"content": {"image/jpeg": {}}}}

Offset = Annotated[int, Field(ge=0, le=_FAR, description="Chunks to leave out before.")]
Limit = Annotated[int, Field(ge=1, le=_MOST_CHUNKS, description="Chunks to give at most.")]
PageNumber = Annotated[int, Path(ge=1, le=_FAR, description="Page of the file, from 1.")]
Width = Annotated[int, Field(ge=NARROWEST, le=WIDEST, description="Pixels.")]


class ChunkQuestion(BaseModel):
    """Which chunks of a document are wanted."""

    model_config = ConfigDict(extra="forbid")

    offset: Offset = 0
    limit: Limit = 100
    recipe: dict[str, Any] | None = Field(None, description="Left out: the recipe in force.")


class PageMarks(BaseModel):
    """What to mark on a page: the lines of a citation, a hit or a chunk, as they were given."""

    model_config = ConfigDict(extra="forbid")

    lines: MarkedLines
    width: Width = DEFAULT_WIDTH


@router.get("/documents")
def list_documents(library: TheLibrary) -> DocumentList:
    """All documents, in the order in which they were added."""
    return DocumentList(documents=tuple(library.documents()))


@router.post("/documents", status_code=201, openapi_extra=FORM)
async def add_document(request: Request, library: TheLibrary, reading: ReadingLimit) -> Document:
    """Reads a file and keeps it; one that is known is not read again.

    The answer comes when it has been read: within seconds, or minutes for scans of many pages.
    """
    async with uploaded(request) as upload:
        return await to_thread.run_sync(_add, library, upload, limiter=reading)


@router.get("/documents/{document}")
def get_document(document: DocumentId, library: TheLibrary) -> Document:
    """One document."""
    return library.document(document)


@router.delete("/documents/{document}", status_code=204)
def delete_document(document: DocumentId, library: TheLibrary) -> None:
    """Removes a document and all that was made from it."""
    library.delete(document)


@router.get("/documents/{document}/chunks")
def list_chunks(
    document: DocumentId,
    library: TheLibrary,
    offset: Annotated[Offset, Query()] = 0,
    limit: Annotated[Limit, Query()] = 100,
) -> ChunkList:
    """Chunks of a document by the recipe in force, in reading order."""
    return _chunks(library, document, ChunkQuestion(offset=offset, limit=limit))


@router.post("/documents/{document}/chunks")
def list_chunks_by_recipe(
    document: DocumentId, library: TheLibrary, question: ChunkQuestion
) -> ChunkList:
    """Chunks of a document by any recipe, in reading order."""
    return _chunks(library, document, question)


@router.get("/documents/{document}/pages/{page}.jpg", response_class=Response, responses=_PICTURE)
def draw_page(
    document: DocumentId,
    page: PageNumber,
    library: TheLibrary,
    chunk: Annotated[str | None, Query(description="Id of a chunk to mark.")] = None,
    width: Annotated[Width, Query()] = DEFAULT_WIDTH,
) -> Response:
    """A page as a picture, on which the lines of a chunk by the recipe in force are marked."""
    lines = library.chunk(document, chunk).lines if chunk is not None else ()
    return _jpeg(library.page_picture(document, page, lines, width))


@router.post("/documents/{document}/pages/{page}.jpg", response_class=Response, responses=_PICTURE)
def draw_marked_page(
    document: DocumentId, page: PageNumber, library: TheLibrary, marks: Annotated[PageMarks, Body()]
) -> Response:
    """A page as a picture, on which lines are marked; those of other pages are left out."""
    lines = result_lines(marks.lines)
    return _jpeg(library.page_picture(document, page, lines, marks.width))


def _add(library: Library, upload: Upload) -> Document:
    return library.add(upload.file.read(), upload.name, password=upload.password)


def _chunks(library: Library, document: str, question: ChunkQuestion) -> ChunkList:
    recipe = foreign_recipe(library, question.recipe)
    chunks = library.chunks(document, recipe, question.offset, question.limit)
    return ChunkList(
        total=library.chunk_count(document, recipe),
        offset=question.offset,
        limit=question.limit,
        chunks=tuple(chunks),
    )


def _jpeg(picture: PagePicture) -> Response:
    return Response(picture.data, media_type=picture.mime)
