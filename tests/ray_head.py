"""A head of Ray on this machine that a test may kill, reached from here only."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING

import psutil

from core.cluster.base import head_answers

if TYPE_CHECKING:
    from pathlib import Path

ENVIRONMENT = {
    "RAY_AUTH_MODE": "token",
    "RAY_AUTH_TOKEN": "0123456789abcdef" * 4,
    "RAY_USAGE_STATS_ENABLED": "0",
    # Else Ray takes another address of the machine where the loopback is given.
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
}
"""For the head, and for whatever connects to it."""
_START_SECONDS = 60.0


class RayHead:
    """The head, its only node and the workers there."""

    def __init__(self, folder: Path, processors: int = 2) -> None:
        """Starts it. A socket's path may not be long, nor may that of the folder."""
        self._folder, self._processors = folder, processors
        with socket.create_server(("127.0.0.1", 0)) as free:
            self._port = free.getsockname()[1]
        self.address = f"127.0.0.1:{self._port}"
        self.start()

    def start(self) -> None:
        """Starts it, where it was killed, at the same address."""
        command = [sys.executable, "-m", "ray.scripts.scripts", "start", "--head", "--block"]
        options = {
            "port": self._port,
            "node-ip-address": "127.0.0.1",
            "num-cpus": self._processors,
            "include-dashboard": "false",
            "include-log-monitor": "false",
            "object-store-memory": 100_000_000,
            "temp-dir": self._folder,
        }
        command += [f"--{name}={value}" for name, value in options.items()]
        with (self._folder / "head.log").open("ab") as log:
            self._process = subprocess.Popen(
                [*command, "--disable-usage-stats"],
                env=os.environ | ENVIRONMENT,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        deadline = time.monotonic() + _START_SECONDS
        while not head_answers(self.address):
            assert self._process.poll() is None and time.monotonic() < deadline
            time.sleep(0.1)

    def kill(self) -> None:
        """Ends all of its processes at once, as where the machine loses its power."""
        root = psutil.Process(self._process.pid)
        processes = [root, *root.children(recursive=True)]
        for process in processes:
            with suppress(psutil.NoSuchProcess):
                process.kill()
        psutil.wait_procs(processes)
        self._process.wait()
