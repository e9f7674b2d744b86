"""What `python -m core` runs: reads the arguments, does the job, turns errors into words."""

from __future__ import annotations

import logging
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from core.cli.commands import COMMANDS, build_parser
from core.cli.console import Console, Interrupt
from core.errors import Cancelled, InvalidOption, SetupError, SightlineError
from core.files import disk_is_full, full_disk
from core.rights import OPERATOR, acting_as
from core.settings import Settings, load_settings, settings_without_file
from core.workbench import Workbench

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence


# The details of a crash are for the app's log; here an error is one sentence.
logging.getLogger("sightline").addHandler(logging.NullHandler())

OK, FAILED, USAGE, STOPPED = 0, 1, 2, 130
"""Exit codes. `STOPPED` is what shells report after Ctrl-C."""


def main(argv: Sequence[str] | None = None) -> int:
    """The exit code of a command; `argv` is without the name of the program.

    Raises:
        SystemExit: the arguments cannot be understood (2), or help was asked for (0).
    """
    arguments = build_parser().parse_args(argv)
    with Interrupt() as interrupt:
        console = Console(interrupt, as_json=arguments.json)
        try:
            # Who runs it has the files of the library at hand.
            with acting_as(OPERATOR):
                return _run(arguments.command, arguments, console)
        except Cancelled:
            console.error("Stopped. What was finished before is kept.")
            return STOPPED
        except InvalidOption as error:
            console.error(str(error))
            return USAGE
        except SightlineError as error:
            console.error(str(error))
            return FAILED
        except OSError as error:
            return _without_room(error, console)


def _without_room(error: OSError, console: Console) -> int:
    """The exit code where nobody reads what is printed, or a disk is full; raises others."""
    if isinstance(error, BrokenPipeError):
        # The reader has gone (head, less); nothing may be written at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    if not disk_is_full(error):
        raise error
    console.error(str(full_disk(Path(error.filename or tempfile.gettempdir()))))
    return FAILED


def _settings(command: str) -> Settings:
    """The settings in force; a settings file that is damaged must not stop its own repair."""
    try:
        return load_settings()
    except SetupError:
        if command != "check":
            raise
        return settings_without_file()


def _run(command: str, arguments: Namespace, console: Console) -> int:
    workbench = Workbench(_settings(command))
    try:
        done = COMMANDS[command].run(workbench, arguments, console)
        sys.stdout.flush()
    except SightlineError as error:
        # Ctrl-C also ends the processes that parse; that is no fault of the file.
        console.interrupt.check(error)
        raise
    finally:
        workbench.close()
    return OK if done else FAILED
