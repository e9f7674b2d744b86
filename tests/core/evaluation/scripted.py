"""A language model that writes what a test says, over the lines that it is given."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from benchmarks.stand_in import Asked, answer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from core.llm.base import Reply

_LINE = re.compile(r"(?m)^(\d+): (.+)$")


def writes(by_question: Mapping[str, Sequence[tuple[str, str]]]) -> Callable[[Asked], Reply | str]:
    """For each question these claims, each over the lines that hold the words beside it.

    It finds no answer to any other question; words that no line holds cite none.
    """

    def respond(found: Asked) -> Reply | str:
        if found.schema != "WrittenAnswer":
            return answer(found)
        data = dict(found.fenced)
        claims = by_question.get(data["question"], ())
        lines = _LINE.findall(data["lines"])
        written = [
            {"text": text, "lines": [int(n) for n, line in lines if words and words in line]}
            for text, words in claims
        ]
        return json.dumps({"abstain": not claims, "claims": written})

    return respond
