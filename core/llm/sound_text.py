"""Text without halves of characters, which damaged PDFs hold and no service takes."""

from __future__ import annotations

import json
from typing import Any


def sound(value: Any) -> Any:
    """Data of JSON with a question mark for each half, and null for what is no number."""
    whole = json.dumps(value, ensure_ascii=False).encode("utf-8", "replace").decode()
    return json.loads(whole, parse_constant=lambda _: None)
