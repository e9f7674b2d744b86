"""The command line as tests of the core run it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from core.cli import main


class Printed(NamedTuple):
    """The exit code of a command, and what it alone printed to standard output and error."""

    code: int
    out: str
    err: str


Run = Callable[..., Printed]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command, whose arguments need not be texts."""

    def run(*arguments: object) -> Printed:
        capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        return Printed(code, *capsys.readouterr())

    return run
