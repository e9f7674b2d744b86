"""Where a plain text needs a backslash so that Markdown shows it as it is written.

Only what would change meaning is escaped: a reader of the stream, often a language model, sees
the text of the document as far as possible. Source: CommonMark 0.31 and GitHub's tables, task
lists, strikethrough and footnotes.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_AT_START = re.compile(
    r"#{1,6}(?=\s|$)|>|[-+*](?=\s|$)|\d{1,9}(?P<at>[.)])(?=\s|$)|-+\s*$|=+\s*$|(?:[-*_]\s*){3,}$"
    r"|```|~~~|<(?=[A-Za-z/!?])|\[(?=[ xX]\]\s)|\[(?=[^\]]+\]:)|:(?=-+:?\s*$)"
)
_ANYWHERE = re.compile(
    r"\\(?=[!-/:-@\[-`{-~])"
    r"|<(?=[A-Za-z/!?].*>)"
    r"|&(?=(?:#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)"
    r"|\[(?=\^)"
)
_CLOSING = re.compile(r"(?<!\S)#+\s*$")
_RUNS = re.compile(r"\*+|_+|~{1,2}|`+")


def one_line(text: str) -> str:
    """The text with each white character as a space, so that all places stay what they were."""
    return re.sub(r"\s", " ", text)


def escapes(text: str, *, at_start: bool = True, heading: bool = False) -> set[int]:
    """The characters, by place, that need a backslash before them in a text of one line.

    `at_start` says that the text begins a block, `heading` that it is all of a heading.
    """
    places = {match.start() for match in _ANYWHERE.finditer(text)} | set(_paired(text))
    if "](" in text:
        places |= {place for place, char in enumerate(text) if char == "["}
    if (
        at_start
        and not heading
        and (first := _AT_START.match(text, len(text) - len(text.lstrip())))
    ):
        places.add(first.start("at") if first["at"] else first.start())
    if heading and (last := _CLOSING.search(text)):
        places.add(last.start())
    return places


def escaped(text: str, *, at_start: bool = True) -> str:
    """The text on one line, with a backslash where Markdown would read more into it."""
    line = one_line(text)
    places = escapes(line, at_start=at_start)
    return "".join(f"\\{char}" if at in places else char for at, char in enumerate(line)).strip()


def _paired(text: str) -> Iterator[int]:
    runs = list(_RUNS.finditer(text))
    for sign in "*_~`":
        own = [run for run in runs if run[0][0] == sign]
        opening = [run.start() for run in own if _opens(text, run)]
        closing = [run.start() for run in own if _closes(text, run)]
        if opening and closing and min(opening) < max(closing):
            taken = {*opening, *closing}
            yield from (at for run in own if run.start() in taken for at in range(*run.span()))


def _opens(text: str, run: re.Match[str]) -> bool:
    after, before = text[run.end() : run.end() + 1], text[: run.start()][-1:]
    if run[0][0] == "`":
        return True
    return bool(after.strip()) and not (run[0][0] == "_" and before.isalnum())


def _closes(text: str, run: re.Match[str]) -> bool:
    after, before = text[run.end() : run.end() + 1], text[: run.start()][-1:]
    if run[0][0] == "`":
        return True
    return bool(before.strip()) and not (run[0][0] == "_" and after.isalnum())


def code_block(text: str) -> str:
    """A text to the letter, between fences that are longer than any it holds."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{text}\n{fence}"
