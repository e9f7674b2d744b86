"""A bucket of an S3-compatible store, spoken to by obstore; its errors become words here.

Address of the service, keys and region are those of the variables AWS_*, which obstore reads. What
it says of an error is shown to nobody: it may name a key.
"""

from __future__ import annotations

from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import TYPE_CHECKING

import obstore
from obstore.exceptions import BaseError, PermissionDeniedError, UnauthenticatedError
from obstore.store import S3Store

from core.errors import SetupError
from core.files import writing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

_RETRIES = 4
_SECONDS = 30
"""So long a request is tried again."""
_BLOCK = 1 << 20


class Bucket:
    """The objects below the address `s3://BUCKET/PREFIX`."""

    def __init__(self, address: str) -> None:
        """Connects to nothing yet.

        Raises:
            SetupError: the address, or a variable of the environment, is none that can be used.
        """
        self._address = address
        with self._translated():
            self._store = S3Store.from_url(
                address,
                retry_config={
                    "max_retries": _RETRIES,
                    "retry_timeout": timedelta(seconds=_SECONDS),
                },
            )

    def put(self, name: str, path: Path) -> None:
        """Puts a file under a name. Raises `SetupError`."""
        with self._translated():
            obstore.put(self._store, name, path)

    def download(self, name: str, path: Path, most: int) -> str:
        """The SHA-256 of an object that is now in the new file `path`.

        Of one that has more than `most` bytes no more are written, and it is empty.

        Raises:
            FileNotFoundError: there is no such object.
            DiskFull: there is no room for it.
            SetupError: the store cannot be reached, or refuses it; or the file cannot be written.
        """
        digest, left, blocks = sha256(), most, self._blocks(name)
        block = next(blocks, None)
        with writing(path.parent):
            file = path.open("xb")
        with file:
            while block is not None:
                left -= len(block)
                if left < 0:
                    return ""
                digest.update(block)
                with writing(path.parent):
                    file.write(block)
                block = next(blocks, None)
        return digest.hexdigest()

    def size(self, name: str) -> int | None:
        """The bytes of an object; None where there is none."""
        try:
            with self._translated():
                return obstore.head(self._store, name)["size"]
        except FileNotFoundError:
            return None

    def sizes(self, prefix: str) -> dict[str, int]:
        """The bytes of each object whose name begins with the steps of a prefix."""
        with self._translated():
            pages = obstore.list(self._store, prefix)
            return {meta["path"]: meta["size"] for page in pages for meta in page}

    def older_than(self, prefix: str, seconds: float) -> list[str]:
        """The names that begin with the steps of a prefix, of objects that are as old as this."""
        before = datetime.now(UTC) - timedelta(seconds=seconds)
        with self._translated():
            pages = obstore.list(self._store, prefix)
            return [
                meta["path"] for page in pages for meta in page if meta["last_modified"] < before
            ]

    def delete(self, names: Sequence[str]) -> None:
        """Deletes objects; those that are gone are no error."""
        with self._translated():
            if names:
                obstore.delete(self._store, names)

    def _blocks(self, name: str) -> Iterator[bytes]:
        with self._translated():
            for block in obstore.get(self._store, name).stream(min_chunk_size=_BLOCK):
                yield bytes(block)

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except FileNotFoundError as error:
            if "NoSuchBucket" in str(error):
                raise self._problem(
                    "there is no such bucket", "Make it, or correct its name"
                ) from None
            raise FileNotFoundError from None
        except (PermissionDeniedError, UnauthenticatedError):
            raise self._problem(
                "the store refuses it",
                "Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and what they may do",
            ) from None
        except (BaseError, OSError, ValueError) as error:
            raise self._problem(*_reason(str(error))) from None

    def _problem(self, what: str, step: str) -> SetupError:
        return SetupError(
            f"The files of documents in {self._address} (SIGHTLINE_FILES) cannot be used: {what}. "
            f"{step}. What was fetched before can still be read."
        )


def _reason(words: str) -> tuple[str, str]:
    if "NoSuchBucket" in words:
        return "there is no such bucket", "Make it, or correct its name"
    if "BadScheme" in words:
        return (
            "the address of the service is http, which travels in the clear",
            "Set AWS_ENDPOINT_URL to one with https, or AWS_ALLOW_HTTP=true where the network is "
            "your own",
        )
    return (
        "the store cannot be reached or does not answer as it should",
        "Check SIGHTLINE_FILES, AWS_ENDPOINT_URL and AWS_REGION, and that the service runs",
    )
