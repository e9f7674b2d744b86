"""The server as a process: prints its address and serves until its input is closed.

python -m tests.gemini_server --port 0 --pause 0.05
"""

from __future__ import annotations

import argparse
import sys

from tests.gemini_server.server import GeminiServer

parser = argparse.ArgumentParser(prog="tests.gemini_server", description=__doc__)
parser.add_argument("--port", type=int, default=0, help="0: any that is free")
parser.add_argument("--pause", type=float, default=0.0, help="seconds between pieces of a stream")
given = parser.parse_args()
with GeminiServer(port=given.port, pause=given.pause) as server:
    sys.stdout.write(f"{server.url}\n")
    sys.stdout.flush()
    # Whoever started the server holds its input, and so ends it by closing that or by ending.
    sys.stdin.read()
