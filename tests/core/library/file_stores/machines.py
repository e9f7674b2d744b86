"""Machines with a data folder each, over one database and one bucket."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from http.client import HTTPConnection
from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit
from xml.etree import ElementTree

from core.library import Library
from core.library.file_stores import open_files
from core.library.record_stores import open_records
from core.settings import Settings, load_settings
from core.workbench import Workbench

if TYPE_CHECKING:
    from pathlib import Path

SECRET, KEY = "a-secret-that-nobody-sees", "A-KEY-THAT-NOBODY-SEES"
_SIGNED = {"Authorization": "AWS4-HMAC-SHA256 Credential=me/20260101/us-east-1/s3/aws4_request"}
"""The server only looks whether anybody signs."""
_KEY_TAG = "{http://s3.amazonaws.com/doc/2006-03-01/}Key"


@dataclass
class Store:
    """A bucket, and what is in it, asked without the code under test."""

    address: str
    bucket: str

    @property
    def environment(self) -> dict[str, str]:
        """What leads there."""
        return {
            "AWS_ENDPOINT_URL": self.address,
            "AWS_ALLOW_HTTP": "true",
            "AWS_REGION": "us-east-1",
            "AWS_ACCESS_KEY_ID": KEY,
            "AWS_SECRET_ACCESS_KEY": SECRET,
        }

    @property
    def files(self) -> str:
        """The value of SIGHTLINE_FILES."""
        return f"s3://{self.bucket}/of/sightline"

    def request(self, method: str, name: str = "", body: bytes = b"") -> bytes:
        """What the server answers."""
        connection = HTTPConnection(urlsplit(self.address).netloc)
        connection.request(method, quote(f"/{self.bucket}/{name}"), body, _SIGNED)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        assert answer.status < 300, content
        return content

    def names(self) -> list[str]:
        """The names of all objects."""
        listed = ElementTree.fromstring(self.request("GET"))
        return [key.text or "" for key in listed.iter(_KEY_TAG)]

    def of(self, part: str) -> str:
        """The name of the only object in whose name a part stands."""
        (name,) = (name for name in self.names() if part in name)
        return name


@dataclass
class Machines:
    """Each call gives the machine as a process that starts now sees it."""

    store: Store
    database: str
    folder: Path
    files: str | None = field(default=None)

    def settings(self, name: str) -> Settings:
        """Those of a machine."""
        files = self.store.files if self.files is None else self.files
        return load_settings(home=self.folder / name, database=self.database, files=files)

    def library(self, name: str) -> Library:
        """The library of a machine, without asking who acts."""
        settings = self.settings(name)
        files = open_files(settings)
        return Library(settings, store=open_records(settings), files=files)

    def bench(self, name: str) -> Workbench:
        """All of a machine, for use as the operator."""
        return Workbench(self.settings(name))


def damage_silently(path: Path) -> None:
    """Changes a byte of a file as a disk may, without another size or time of change."""
    content, changed = bytearray(path.read_bytes()), path.stat().st_mtime_ns
    content[-1] ^= 1
    path.write_bytes(content)
    os.utime(path, ns=(changed, changed))
