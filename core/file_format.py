"""The form of every JSON file of the data folder: its name, its version and a checksum.

A file is one JSON object whose first two fields say what it is:

    {"schema": "sightline.record/1", "checksum": "8f14e45fceea167a",
     "names": ["report.pdf"], ...}

The steps of a form bring what is older to today's version when it is read; it is written so at
the next change.
"""

from __future__ import annotations

import json
import re
import zlib
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, TypeVar
from zipfile import BadZipFile

from pydantic import BaseModel

from core.errors import DataTooNew, InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    Step = Callable[[Any], Any]

_HEAD = re.compile(
    rb'\{"schema": "([a-z.-]+)/(\d{1,4})"(?:, "checksum": "([0-9a-f]{16})")?(?:,|(?=\s*\}))'
)
UNREADABLE = (OSError, ValueError, KeyError, TypeError, EOFError, BadZipFile, zlib.error)
"""What reading a file raises that is damaged, or has another form than it should."""
Model = TypeVar("Model", bound=BaseModel)


def unchanged(values: Any) -> Any:
    """The step to a version that only brought its own number."""
    return values


def too_old(values: Any) -> Any:
    """The step from a version that is no longer read, of what can be made anew."""
    raise ValueError("it was written by an earlier version of Sightline, and is made anew")


@dataclass(frozen=True, slots=True)
class Form:
    """A kind of file. The first of the `steps` makes version 2 of the values of version 1.

    A step raises `ValueError` for what is no longer read. Files that people may edit have no
    checksum, and need not say their version; with `lenient` there may be others without one.
    """

    name: str
    steps: tuple[Step, ...] = ()
    editable: bool = False
    lenient: bool = False

    @property
    def version(self) -> int:
        """Today's."""
        return len(self.steps) + 1

    @property
    def schema(self) -> str:
        """Name and today's version."""
        return f"{self.name}/{self.version}"


def encode(form: Form, content: bytes) -> bytes:
    """A file of this form; `content` is a JSON object."""
    rest = content[1:]
    checksum = "" if form.editable else f', "checksum": "{_checksum(form.schema, rest)}"'
    comma = "" if rest.strip() == b"}" else ","
    return f'{{"schema": "{form.schema}"{checksum}{comma}'.encode() + rest


def encode_model(form: Form, model: BaseModel, indent: int | None = None) -> bytes:
    """A file of this form with the fields of a model."""
    return encode(form, model.model_dump_json(indent=indent).encode())


def encode_values(form: Form, values: Any, indent: int | None = None) -> bytes:
    """A file of this form with the values of a mapping, sorted by their names."""
    return encode(form, json.dumps(values, indent=indent, sort_keys=True).encode())


def decode(form: Form, content: bytes, path: Path) -> bytes:
    """The JSON object that `encode` was given, of today's version; `path` is for messages.

    What has no checksum is not parsed here: whoever parses it finds out whether it is JSON.

    Raises:
        ValueError: the content is damaged, or of another form.
        DataTooNew: a later version of Sightline wrote it.
    """
    head = _HEAD.match(content)
    if head is None:
        return _loose(form, content, path)
    name, version, checksum = head[1].decode(), int(head[2]), (head[3] or b"").decode()
    rest = content[head.end() :]
    if checksum and checksum != _checksum(f"{name}/{version}", rest):
        raise ValueError("its content does not agree with its checksum")
    _check(form, name, version, path, sealed=bool(checksum))
    body = b"{" + rest
    return body if version == form.version else _stepped(form, _parsed(body), version)


def decode_model(form: Form, model: type[Model], content: bytes, path: Path) -> Model:
    """The model that `encode_model` was given. Raises as `decode`."""
    return model.model_validate_json(decode(form, content, path))


def decode_values(form: Form, content: bytes, path: Path) -> dict[str, Any]:
    """The values that `encode_values` was given. Raises as `decode`."""
    values = _parsed(decode(form, content, path))
    if not isinstance(values, dict):
        raise ValueError("it holds no JSON object")
    return values


def unreadable(paths: Iterable[Path], read: Callable[[Path], object]) -> dict[Path, Exception]:
    """The files that `read` cannot read, each with what is wrong; not those that are gone."""
    problems: dict[Path, Exception] = {}
    for path in paths:
        try:
            read(path)
        except FileNotFoundError:
            continue
        except (*UNREADABLE, InputError, DataTooNew) as error:
            problems[path] = error
    return problems


def _loose(form: Form, content: bytes, path: Path) -> bytes:
    """The object of a file that does not begin as `encode` writes it: one that was edited."""
    values = _parsed(content)
    if isinstance(values, dict) and "checksum" in values:
        raise ValueError("it was changed by something else than Sightline")
    if not isinstance(values, dict):
        raise ValueError("it holds no JSON object")
    name, _, version = str(values.pop("schema", f"{form.name}/1")).rpartition("/")
    if not version.isdecimal():
        raise ValueError("it does not say which version it is of")
    _check(form, name, int(version), path, sealed=False)
    return _stepped(form, values, int(version))


def _check(form: Form, name: str, version: int, path: Path, *, sealed: bool) -> None:
    if name != form.name:
        raise ValueError(f"it is of the form {name!r}, and {form.name!r} belongs there")
    if version > form.version:
        raise DataTooNew(
            f"{path} was written by a later version of Sightline (form {name}/{version}; this one "
            f"reads up to {form.schema}). It is left as it is: use that version of Sightline."
        )
    if not (sealed or form.editable or form.lenient):
        raise ValueError("its checksum is missing")


def _stepped(form: Form, values: Any, version: int) -> bytes:
    for step in form.steps[version - 1 :]:
        values = step(values)
    return json.dumps(values).encode()


def _checksum(schema: str, rest: bytes) -> str:
    return blake2b(schema.encode() + rest.strip(), digest_size=8).hexdigest()


def _parsed(content: bytes) -> Any:
    """The value of a JSON text; also one with half a surrogate pair, as texts of models may hold.

    Raises:
        ValueError: it is damaged.
    """
    try:
        return json.loads(content)
    except RecursionError as error:
        raise ValueError("its values are nested too deeply") from error
