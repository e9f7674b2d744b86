"""How a model reads a prompt: what stands between the tags that the instructions name."""

from __future__ import annotations

import re
from typing import NamedTuple

_RULE = re.compile(r"between <data-(\w+)> and </data-\1>")


class Fences(NamedTuple):
    """What stands in fences, each with its name, and all that stands outside of them."""

    inside: list[tuple[str, str]]
    outside: str


def read_fences(instructions: str, text: str) -> Fences:
    """The parts of a user's turn; without a rule about fences all of it stands outside."""
    rule = _RULE.search(instructions)
    if rule is None:
        return Fences([], text)
    tag = rf"data-{rule[1]}"
    fence = re.compile(rf'<{tag}(?: name="([^"]*)")?>\n(.*?)\n</{tag}>', re.DOTALL)
    inside = [(name, content) for name, content in fence.findall(text)]
    return Fences(inside, fence.sub("", text))
