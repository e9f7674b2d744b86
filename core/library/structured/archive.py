"""The parts of a packed file (ZIP), read in memory within limits. Nothing is written to disk."""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
import zlib
from typing import TYPE_CHECKING
from urllib.parse import unquote

from core.errors import BrokenFile, PasswordNeeded, TooLarge

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_MOST_PARTS = 20_000
_MOST_BYTES = 1024**3
"""Of all parts unpacked."""
_MOST_RATIO, _ALWAYS_FINE = 400, 64 * 1024**2
"""How many times its packed size a file may unpack to, if that is more than so many bytes."""
_LARGEST_XML = 256 * 1024**2
_DECLARATIONS = re.compile(rb"<!ENTITY|<!DOCTYPE[^>]*\[", re.I)
_ENCRYPTED = 0x1
_ERRORS = (EOFError, OSError, ValueError, RuntimeError, NotImplementedError)
"""What reading a damaged archive raises beside its own errors."""
_SAVE = "Open it in the program it was made with, save it anew, and add that one."


class Archive:
    """The parts of a packed file by their names."""

    def __init__(self, content: bytes) -> None:
        """Looks at the list of parts only.

        Raises:
            BrokenFile: it is damaged, or names parts outside itself.
            PasswordNeeded: its parts are encrypted.
            TooLarge: it unpacks to more than is read.
        """
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(content))
        except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
            raise BrokenFile(f"the file is damaged and cannot be unpacked. {_SAVE}") from error
        self._parts = {part.filename: part for part in self._zip.infolist()}
        self._check(len(content))

    def __contains__(self, name: str) -> bool:
        return name in self._parts

    def names(self) -> list[str]:
        """Names of all parts."""
        return list(self._parts)

    def read(self, name: str) -> bytes:
        """The bytes of a part; empty where there is none.

        Raises:
            BrokenFile: it is damaged.
        """
        part = self._parts.get(name)
        if part is None:
            return b""
        try:
            # No more than the list of parts says, which was added up before, is unpacked.
            return self._zip.read(part)
        except (zipfile.BadZipFile, zlib.error, *_ERRORS) as error:
            raise damaged(name) from error

    def xml(self, name: str) -> Element:
        """The root of a part in XML, without any entity of its own.

        Raises:
            BrokenFile: it is missing or damaged, or declares entities.
        """
        from xml.etree import ElementTree

        content = self.read(name)
        check_xml(name, content)
        try:
            return ElementTree.fromstring(content)
        except (ElementTree.ParseError, ValueError, LookupError) as error:
            raise damaged(name) from error

    def _check(self, packed: int) -> None:
        parts = self._zip.infolist()
        total = sum(part.file_size for part in parts)
        if len(parts) > _MOST_PARTS or total > max(
            min(_MOST_BYTES, _MOST_RATIO * packed), _ALWAYS_FINE
        ):
            raise TooLarge(
                f"the file unpacks to {len(parts)} parts of {total / 1024**2:.0f} MB in all, more "
                "than is read. Split it, or make its pictures smaller."
            )
        if any(part.flag_bits & _ENCRYPTED for part in parts):
            raise PasswordNeeded(
                "the file is protected by a password. Save it without one and add that file."
            )
        for name in self._parts:
            if name.startswith(("/", "\\")) or ".." in re.split(r"[/\\]", name) or ":" in name[:2]:
                raise BrokenFile(
                    f"a part of the file names a place outside of it ({name[:80]!r}), as only "
                    f"files do that mean harm. {_SAVE}"
                )


def check_xml(name: str, content: bytes) -> None:
    """Refuses XML that declares entities, which may grow without end or name other files.

    Raises:
        BrokenFile: it does, or it is empty.
        TooLarge: it has more bytes than are read.
    """
    if not content:
        raise BrokenFile(f"the file lacks its part {name}. {_SAVE}")
    if len(content) > _LARGEST_XML:
        raise TooLarge(f"the part {name} is too large to be read. Split the file.")
    # In UTF-16 each of these letters stands beside a zero.
    if _DECLARATIONS.search(content.replace(b"\0", b"") if b"\0" in content else content):
        raise BrokenFile(
            f"the part {name} declares XML entities, which is not allowed in such files. {_SAVE}"
        )


def damaged(name: str) -> BrokenFile:
    """The error for a part that cannot be read."""
    return BrokenFile(f"the part {name} of the file is damaged. {_SAVE}")


def resolved(base: str, address: str) -> str:
    """The name of a part that the part `base` refers to."""
    path = unquote(address.partition("#")[0])
    return posixpath.normpath(posixpath.join(posixpath.dirname(base), path))
