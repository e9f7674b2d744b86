"""What was asked of language models, and what it cost: one line a call, kept in the data folder."""

from __future__ import annotations

import time
from collections import defaultdict
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, ValidationError

from core.files import writing
from core.llm.base import Usage

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable
    from pathlib import Path

_MILLION = 1_000_000


class Call(BaseModel):
    """One call, without a word of what was said.

    `at` is in seconds since 1970, `seconds` what it took. `cached` calls were answered from the
    disk and cost nothing; their tokens are those that were not paid again. `outcome` is `ok` or
    the name of the error.
    """

    model_config = ConfigDict(frozen=True)

    at: float
    model: str
    stage: str
    document: str = ""
    input: int = 0
    output: int = 0
    seconds: float = 0.0
    cached: bool = False
    outcome: str = "ok"


@dataclass(frozen=True, slots=True)
class Total:
    """Calls taken together: `usage` was paid, `spared` came from the cache."""

    calls: int = 0
    cached: int = 0
    failed: int = 0
    usage: Usage = field(default_factory=Usage)
    spared: Usage = field(default_factory=Usage)

    def plus(self, call: Call) -> Total:
        """The total with one more call."""
        tokens = Usage(call.input, call.output)
        return Total(
            self.calls + 1,
            self.cached + call.cached,
            self.failed + (call.outcome != "ok"),
            self.usage if call.cached else self.usage + tokens,
            self.spared + tokens if call.cached else self.spared,
        )


class Ledger:
    """The calls of this data folder, appended as they end; shared by threads and processes."""

    def __init__(self, home: Path) -> None:
        """Reads nothing yet."""
        self._home = home
        self._path = home / "model-calls.jsonl"
        self._lock = Lock()

    def note(self, call: Call) -> None:
        """Append a call.

        Raises:
            SetupError: the data folder cannot be written.
        """
        line = call.model_dump_json() + "\n"
        with self._lock, writing(self._home):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("a", encoding="utf-8") as file:
                file.write(line)

    def calls(self, since: float = 0.0) -> list[Call]:
        """The calls from that moment on, the oldest first; a damaged line is left out."""
        try:
            lines = self._path.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            return []
        found = (_parsed(line) for line in lines)
        return [call for call in found if call is not None and call.at >= since]


def totals(calls: Iterable[Call], key: Callable[[Call], Hashable]) -> dict[Hashable, Total]:
    """The calls added up under what `key` says of each."""
    found: defaultdict[Hashable, Total] = defaultdict(Total)
    for call in calls:
        found[key(call)] = found[key(call)].plus(call)
    return dict(found)


def cost(usage: Usage, input_price: float, output_price: float) -> float:
    """What tokens cost, by prices of a million of them; embeddings are reckoned as input."""
    return (usage.input * input_price + usage.output * output_price) / _MILLION


def now() -> float:
    """The time as calls are noted."""
    return time.time()


def _parsed(line: str) -> Call | None:
    try:
        return Call.model_validate_json(line)
    except ValidationError:
        return None
