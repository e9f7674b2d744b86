"""An identity provider of the tests' own: django-oauth-toolkit, in a process at a port of this
machine, with people who sign in by name and password.
"""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_SECONDS = 60
PASSWORD = "correct horse battery staple"
"""Of everybody."""


class User(NamedTuple):
    """Somebody at the provider, which vouches for the address."""

    name: str
    email: str


class Provider(NamedTuple):
    """A running provider, and what it gave the one client that it knows."""

    url: str
    client_id: str
    client_secret: str

    def secrets_file(self, app_url: str, cookie_secret: str) -> str:
        """What an app at an address has in its secrets."""
        return (
            f'[auth]\nredirect_uri = "{app_url}/oauth2callback"\n'
            f'cookie_secret = "{cookie_secret}"\n'
            f'client_id = "{self.client_id}"\nclient_secret = "{self.client_secret}"\n'
            f'server_metadata_url = "{self.url}/o/.well-known/openid-configuration"\n'
            # Without "select_account", which this provider does not know.
            'client_kwargs = { scope = "openid email profile", prompt = "login" }\n'
        )


@contextmanager
def running_provider(port: int, app_url: str, users: Iterable[User]) -> Iterator[Provider]:
    """A provider at a free port that sends people back to an app; stopped on leaving."""
    known = Provider(f"http://127.0.0.1:{port}", "sightline", secrets.token_hex(16))
    with tempfile.TemporaryDirectory() as folder:
        setup = {
            "port": port,
            "folder": folder,
            "redirect": f"{app_url}/oauth2callback",
            "client": known.client_id,
            "secret": known.client_secret,
            "password": PASSWORD,
            "users": [user._asdict() for user in users],
        }
        log = Path(folder) / "log"
        with log.open("wb") as output:
            process = subprocess.Popen(
                [sys.executable, "-m", "tests.identity_provider.server"],
                cwd=Path(__file__).parents[2],
                env={**os.environ, "IDENTITY_PROVIDER": json.dumps(setup)},
                stdout=output,
                stderr=output,
            )
        try:
            _wait(f"{known.url}/o/.well-known/openid-configuration", process, log)
            yield known
        finally:
            process.terminate()
            process.wait(10)


def _wait(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + _SECONDS
    while True:
        try:
            with urllib.request.urlopen(url, timeout=2):
                return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            if process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"no provider: {log.read_text(errors='replace')}") from None
            time.sleep(0.1)
