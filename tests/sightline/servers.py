"""Servers of the HTTP API and of tools for agents in processes of their own, and their clients."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Self

import httpx2

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from typing import IO

    from mcp import Client

ROOT = Path(__file__).parents[2]
_SECONDS = 60


@asynccontextmanager
async def agent(home: Path, **environment: str) -> AsyncIterator[Client]:
    """A client of `python -m sightline mcp`, whose package takes long to import."""
    from mcp import Client, StdioServerParameters, stdio_client

    parameters = StdioServerParameters(
        command=sys.executable,
        args=["-m", "sightline", "mcp", "--home", str(home)],
        env={"SIGHTLINE_SAMPLES": "0", "HF_HUB_OFFLINE": "1", **environment},
        cwd=str(ROOT),
    )
    # By default the server writes to what stood in the place of standard error when the package was
    # imported, which under pytest may be no file.
    async with Client(stdio_client(parameters, errlog=sys.__stderr__ or sys.stderr)) as client:
        yield client


class ApiServer:
    """`python -m sightline serve` at a free port of this machine, for the block."""

    def __init__(self, home: Path, *more: str, **environment: str) -> None:
        """`environment` is added to that of this process."""
        command = [sys.executable, "-m", "sightline", "serve", "--home", str(home), "--port", "0"]
        self.process = subprocess.Popen(
            [*command, *more],
            cwd=ROOT,
            env={**os.environ, **environment},
            stderr=subprocess.PIPE,
            text=True,
        )
        self.printed: list[str] = []

    def __enter__(self) -> Self:
        self.address = self._printed(r"Sightline answers at http://(\S+)/v1")
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def stderr(self) -> IO[str]:
        """What it prints."""
        assert self.process.stderr
        return self.process.stderr

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.address.rpartition(":")[2])

    def made_token(self) -> str:
        """The token that it made and printed."""
        return self._printed(r"Token, until it is stopped: (\S+)")

    def client(self, token: str = "") -> httpx2.Client:
        """A client that sends the token, if it is given one."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return httpx2.Client(
            base_url=f"http://{self.address}", headers=headers, timeout=_SECONDS, trust_env=False
        )

    def stop(self, number: int = signal.SIGTERM) -> int:
        """The exit code after a signal; all that it printed is in `printed` then."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        code = self.process.wait(_SECONDS)
        self.printed += self.stderr.read().splitlines()
        return code

    def _printed(self, pattern: str) -> str:
        while line := self.stderr.readline():
            self.printed.append(line.rstrip("\n"))
            if match := re.search(pattern, line):
                return match[1]
        raise AssertionError("\n".join(self.printed))
