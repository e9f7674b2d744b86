"""What was asked of language models, and what it cost: one line a call, kept in the data folder."""

from __future__ import annotations

import os
import time
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from filelock import FileLock

from core.errors import DataTooNew
from core.file_format import Form, decode_model, encode_model
from core.files import changing, put_aside, write_atomic
from core.llm.base import Usage
from core.value_models import FrozenModel

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable
    from pathlib import Path
    from typing import BinaryIO

_FORM = Form("sightline.call")
_MILLION = 1_000_000


class Call(FrozenModel):
    """One call, without a word of what was said.

    `at` is in seconds since 1970, `seconds` what it took. `cached` calls were answered from the
    disk and cost nothing; their tokens are those that were not paid again. `here` are calls of a
    model on this machine, which cost nothing either. `outcome` is `ok` or the name of the error.
    """

    at: float
    model: str
    stage: str
    document: str = ""
    input: int = 0
    output: int = 0
    seconds: float = 0.0
    cached: bool = False
    here: bool = False
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
        self.path = home / "model-calls.jsonl"
        self._lock = FileLock(home / "model-calls.lock")

    def note(self, call: Call) -> None:
        """Append a call.

        Raises:
            SetupError: the data folder cannot be written.
        """
        line = encode_model(_FORM, call) + b"\n"
        with changing(self._home, self._lock), self.path.open("ab+") as file:
            if file.tell() and not self._ends_a_line(file):
                line = b"\n" + line
            file.write(line)

    def calls(self) -> list[Call]:
        """The calls that can be read, the oldest first; see `damaged` for the others."""
        return [call for line in self._lines() if (call := self._parsed(line))]

    def damaged(self) -> int:
        """How many lines cannot be read, for which a bill is too low."""
        return sum(self._parsed(line) is None for line in self._lines())

    def mend(self) -> Path | None:
        """Where the file with the lines that cannot be read now lies; the others are kept.

        Raises:
            SetupError: the data folder cannot be written.
        """
        with changing(self._home, self._lock):
            readable = [line for line in self._lines() if self._parsed(line)]
            aside = put_aside(self._home, self.path)
            write_atomic(self._home, self.path, b"".join(line + b"\n" for line in readable))
        return aside

    def _lines(self) -> list[bytes]:
        try:
            return [line for line in self.path.read_bytes().splitlines() if line.strip()]
        except OSError:
            return []

    def _parsed(self, line: bytes) -> Call | None:
        try:
            return decode_model(_FORM, Call, line, self.path)
        except (ValueError, DataTooNew):
            return None

    @staticmethod
    def _ends_a_line(file: BinaryIO) -> bool:
        """Whether the file ends with a whole line, as it does not after a crash."""
        file.seek(-1, os.SEEK_END)
        return file.read(1) == b"\n"


def totals(calls: Iterable[Call], key: Callable[[Call], Hashable]) -> dict[Hashable, Total]:
    """The calls added up under what `key` says of each."""
    sums: defaultdict[Hashable, Total] = defaultdict(Total)
    for call in calls:
        sums[key(call)] = sums[key(call)].plus(call)
    return dict(sums)


def cost(usage: Usage, input_price: float, output_price: float) -> float:
    """What tokens cost, by prices of a million of them; embeddings are reckoned as input."""
    return (usage.input * input_price + usage.output * output_price) / _MILLION


def now() -> float:
    """The time as calls are noted."""
    return time.time()
