"""Files that are sent in a form, kept on the disk until all of one has arrived."""

from __future__ import annotations

from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO

from starlette.datastructures import UploadFile

from core.errors import InputError, InvalidOption

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.requests import Request

_FIELDS = {"name", "password"}
_LONGEST_FIELD = 4096

FORM: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["file"],
                    "properties": {
                        "file": {"type": "string", "format": "binary"},
                        "name": {
                            "type": "string",
                            "description": "What people call the file; left out: as it is sent.",
                        },
                        "password": {"type": "string", "format": "password"},
                    },
                }
            }
        },
    }
}
"""The form as OpenAPI describes it."""


@dataclass(frozen=True)
class Upload:
    """A file of others with the name that it was sent under."""

    file: BinaryIO
    name: str
    password: str | None


@asynccontextmanager
async def uploaded(request: Request) -> AsyncIterator[Upload]:
    """The file of a form; it is gone on leaving.

    Raises:
        InputError: the request is no form that can be read.
        InvalidOption: the form lacks its file, or has fields that it should not have.
    """
    try:
        form = await request.form(max_files=1, max_fields=2, max_part_size=_LONGEST_FIELD)
    except (LookupError, ValueError) as error:
        # Of the way in which the form says that its texts are encoded.
        raise InputError("The form cannot be read. Send it as multipart/form-data.") from error
    try:
        yield _upload(dict(form.multi_items()))
    finally:
        await form.close()


def _upload(fields: dict[str, UploadFile | str]) -> Upload:
    file = fields.pop("file", None)
    if not isinstance(file, UploadFile) or not set(fields) <= _FIELDS:
        raise InvalidOption(
            "Send a form of the kind multipart/form-data with the file as its field file, and "
            "nothing else but name and password."
        )
    texts = {name: value for name, value in fields.items() if isinstance(value, str)}
    return Upload(file.file, texts.get("name") or file.filename or "", texts.get("password"))
