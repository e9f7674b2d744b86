"""How the pages of one document are to be read, as the reader of pages needs it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

from core.sir import Route


class SightPolicy(StrEnum):
    """Which pages are read by sight."""

    NEVER = "never"
    NEEDED = "needed"
    ALWAYS = "always"


@dataclass(frozen=True, slots=True)
class Plan:
    """`rest` is the route of pages that are not read by sight; `ocr` names the engine. `reason`
    says why pages have their route where they are not measured.
    """

    rest: Route = Route.STRUCTURAL_RULE
    sight: SightPolicy = SightPolicy.NEVER
    ocr: str = "rapidocr"
    use_outline: bool = True
    reason: str = "chosen by hand"


@dataclass(frozen=True, slots=True)
class Staff:
    """Who reads the pages: so many processes, each page within so many seconds.

    `seconds` is the time for all pages together; what is not read by then is left out. With 0
    processes the calling one reads all pages, and nothing protects it from a page that
    crashes or hangs.
    """

    processes: int = 0
    page_seconds: float = 60.0
    seconds: float = math.inf
