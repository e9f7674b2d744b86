"""The settings that are searched, as arms that share chunks and vectors."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from core.configuration.options import DEFAULT_ANSWERS, DEFAULT_RETRIEVAL

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.configuration import Configuration


@dataclass(frozen=True)
class Arm:
    """Settings that differ in the search only; the documents are embedded once for all."""

    settings: tuple[Configuration, ...]

    @property
    def key(self) -> str:
        """That of what the settings have in common."""
        return _shared(self.settings[0]).key

    @property
    def texts(self) -> str:
        """Names the texts that are embedded; a neighbourhood only mixes their vectors."""
        return f"{self.settings[0].parser}:{self.settings[0].chunks_key}"

    @property
    def family(self) -> tuple[str, str]:
        """Parser and strategy."""
        return self.settings[0].parser, self.settings[0].strategy


def arms(settings: Iterable[Configuration]) -> list[Arm]:
    """The settings by what they share, in the order in which they are first met, each once."""
    families: dict[str, list[Configuration]] = {}
    for setting in {configuration.key: configuration for configuration in settings}.values():
        families.setdefault(_shared(setting).key, []).append(setting)
    return [Arm(tuple(members)) for members in families.values()]


def spread(all_arms: Sequence[Arm], count: int) -> list[Arm]:
    """At most `count` arms, taken in turn from all families, the middle of each first.

    The middle, then the ends, then what lies between: a first look at the whole space.
    """
    families: dict[tuple[str, str], list[Arm]] = {}
    for arm in all_arms:
        families.setdefault(arm.family, []).append(arm)
    queues = [_from_the_middle(members) for members in families.values()]
    longest = max(map(len, queues), default=0)
    turns = [queue[turn] for turn in range(longest) for queue in queues if turn < len(queue)]
    return turns[:count]


def neighbours(arm: Arm, all_arms: Sequence[Arm]) -> list[Arm]:
    """Arms that differ from one in a single value, those of numbers being the nearest ones."""
    near: list[Arm] = []
    own = _values(arm)
    by_name: dict[str, list[tuple[float, Arm]]] = {}
    for other in all_arms:
        values = _values(other)
        changed = [name for name in own if own[name] != values.get(name)]
        if len(changed) != 1 or own.keys() != values.keys():
            continue
        mine, theirs = own[changed[0]], values[changed[0]]
        if isinstance(mine, str) or isinstance(theirs, str):
            near.append(other)
        else:
            by_name.setdefault(changed[0], []).append((theirs - mine, other))
    for pairs in by_name.values():
        below = [pair for pair in pairs if pair[0] < 0]
        above = [pair for pair in pairs if pair[0] > 0]
        near += [max(below, key=lambda pair: pair[0])[1]] if below else []
        near += [min(above, key=lambda pair: pair[0])[1]] if above else []
    return near


def _shared(setting: Configuration) -> Configuration:
    return replace(setting, retrieval=DEFAULT_RETRIEVAL, answer=DEFAULT_ANSWERS)


def _values(arm: Arm) -> dict[str, str | float]:
    packed = arm.settings[0].to_json()
    return {
        "parser": packed["parser"],
        "encoder": packed["encoder"],
        "neighbourhood": packed["neighbourhood"],
        f"strategy {packed['strategy']}": "",
        **packed["options"],
    }


def _from_the_middle(members: Sequence[Arm]) -> list[Arm]:
    """The middle one, both ends, then the middles of what lies between, and so on."""
    order, gaps = [len(members) // 2, 0, len(members) - 1], [(0, len(members) // 2)]
    gaps.append((len(members) // 2, len(members) - 1))
    while gaps:
        low, high = gaps.pop(0)
        if high - low > 1:
            middle = (low + high) // 2
            order.append(middle)
            gaps += [(low, middle), (middle, high)]
    return [members[index] for index in dict.fromkeys(order)]
