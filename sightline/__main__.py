"""Sightline for other programs: python -m sightline serve, or mcp."""

from __future__ import annotations

import sys

from sightline.command_line import main

if __name__ == "__main__":
    sys.exit(main())
