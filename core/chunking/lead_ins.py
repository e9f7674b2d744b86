"""Short texts that say what the list, table or figure behind them is."""

from __future__ import annotations

from core.sir import ElementType

_INTRODUCE = frozenset({ElementType.PARAGRAPH, ElementType.CAPTION})
_INTRODUCED = frozenset({ElementType.LIST, ElementType.TABLE, ElementType.FIGURE})
_SHARE = 0.2
"""Share of a chunk up to which a text introduces; a longer one stands for itself."""


def introduces(before: str, kind: str, tokens: int, size: int) -> bool:
    """Whether a text of so many tokens introduces what follows it, in chunks of `size` tokens.

    `before` and `kind` say what the two elements are.
    """
    return before in _INTRODUCE and kind in _INTRODUCED and tokens <= int(_SHARE * size)
