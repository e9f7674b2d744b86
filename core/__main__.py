"""The command line: python -m core COMMAND; without one it says which there are."""

from __future__ import annotations

import io
import sys

from core.cli import main

if __name__ == "__main__":
    # Documents hold characters that the code page of a console may lack.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    sys.exit(main())
