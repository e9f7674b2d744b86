"""Dataclasses of arrays as one file without pickle, which can be made anew at any time."""

from __future__ import annotations

import io
import zipfile
import zlib
from dataclasses import fields
from typing import TYPE_CHECKING, TypeVar

import numpy as np

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    Arrays = TypeVar("Arrays", bound=DataclassInstance)

_FIELD, _VERSION = "version", 1
"""A file without the field is of version 1."""


def pack(arrays: DataclassInstance) -> bytes:
    """A dataclass of arrays as the bytes of an .npz file, with its version."""
    buffer = io.BytesIO()
    values = {field.name: getattr(arrays, field.name) for field in fields(arrays)}
    np.savez(buffer, allow_pickle=False, **values, **{_FIELD: np.int64(_VERSION)})
    return buffer.getvalue()


def unpack(kind: type[Arrays], content: bytes) -> Arrays | None:
    """What `pack` was given; None if the content is damaged, or of another version."""
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as stored:
            if int(stored.get(_FIELD, 1)) != _VERSION:
                return None
            return kind(**{field.name: stored[field.name] for field in fields(kind)})
    except (OSError, EOFError, ValueError, KeyError, TypeError, zipfile.BadZipFile, zlib.error):
        return None
