"""What frameworks carry beside the text of a chunk, and the way back from it to lines on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter, ValidationError

from core.errors import InputError, first_problem
from sightline.foreign_input import MarkedLines, result_lines

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sightline.results import Chunk, Line

_FIELDS = {"document", "document_name", "pages", "section_path", "lines"}
_LINES = TypeAdapter(MarkedLines)


def metadata_of(chunk: Chunk) -> dict[str, Any]:
    """Values of JSON that say where a chunk stands.

    `document` and `document_name`; `chunk`, its id; `pages`, from 1; `section_path`, headings
    above it; `lines`, each with the fields of a `Line`.
    """
    return {"chunk": chunk.id, **chunk.model_dump(mode="json", include=_FIELDS)}


def lines_of(metadata: Mapping[str, Any]) -> list[Line]:
    """The lines in metadata of a chunk, as `Library.page_picture` marks them.

    Raises:
        InputError: there are none in it, or they are not as `metadata_of` gave them.
    """
    try:
        return result_lines(_LINES.validate_python(metadata["lines"]))
    except (KeyError, ValidationError) as error:
        reason = first_problem(error) if isinstance(error, ValidationError) else "they are missing"
        raise InputError(
            f"The metadata holds no lines of a chunk: {reason}. Where a store dropped them, "
            "library.chunk(document, chunk).lines has them."
        ) from error
