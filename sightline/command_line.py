"""What `python -m sightline` runs: a server for other programs, or tools for an agent."""

from __future__ import annotations

import logging
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import SightlineError
from core.plugins import importing
from sightline.library import open as open_library

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

OK, FAILED = 0, 1
_HIGHEST_PORT = 65_535
_SERVERS = {"serve": ("sightline.http_api.serving", "api"), "mcp": ("sightline.mcp_server", "mcp")}
"""The module of each command, and the extra that it needs."""


def main(argv: Sequence[str] | None = None) -> int:
    """The exit code of a command; `argv` is without the name of the program.

    Raises:
        SystemExit: the arguments cannot be understood (2), or help was asked for (0).
    """
    arguments = _parser().parse_args(argv)
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s: %(message)s")
    try:
        _run(arguments)
    except SightlineError as error:
        sys.stderr.write(f"{error}\n")
        return FAILED
    except KeyboardInterrupt:
        pass
    return OK


def _run(arguments: Namespace) -> None:
    server = _server(arguments.command)
    with open_library(arguments.home, arguments.recipe) as library:
        if arguments.command == "serve":
            server.serve(library, arguments.host, arguments.port)
        else:
            server.serve(library)


def _server(command: str) -> ModuleType:
    """The module of a command.

    Raises:
        MissingExtra: a package that it needs is not installed.
    """
    module, extra = _SERVERS[command]
    with importing(extra, command):
        return import_module(module)


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="python -m sightline", description="Sightline for other programs, and for agents."
    )
    both = ArgumentParser(add_help=False)
    both.add_argument(
        "--home", type=Path, metavar="FOLDER", help="data folder; else that of the app"
    )
    both.add_argument(
        "--recipe",
        type=Path,
        metavar="FILE",
        help="how documents are cut, searched and answered from; else as adopted for the library",
    )
    commands = parser.add_subparsers(dest="command", required=True)
    serve = commands.add_parser(
        "serve", parents=[both], help="answer over HTTP; tokens are in SIGHTLINE_API_TOKENS"
    )
    serve.add_argument("--host", default="127.0.0.1", help="address to serve at (%(default)s)")
    serve.add_argument(
        "--port", type=_port, default=8502, help="0 for any that is free (%(default)s)"
    )
    commands.add_parser("mcp", parents=[both], help="tools for an agent, over stdin and stdout")
    return parser


def _port(text: str) -> int:
    if text.isdecimal() and int(text) <= _HIGHEST_PORT:
        return int(text)
    raise ArgumentTypeError(f"{text!r} is no port from 0 to {_HIGHEST_PORT}")
