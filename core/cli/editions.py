"""Editions from the command line: what a document says of itself, and what changed."""

from __future__ import annotations

from collections import Counter
from datetime import date
from typing import TYPE_CHECKING, Any

from core.cli.documents import find
from core.editions.standing import Standing, in_words
from core.errors import InvalidOption
from core.library.editions import FIELDS
from core.page_names import pages_in_words
from core.spans import joined, located, text_of

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator, Mapping, Sequence

    from core.cli.console import Console
    from core.editions.difference import Change, Side
    from core.library import DocumentRecord
    from core.sir import Sir
    from core.workbench import Workbench

_LONGEST = 160


def add_editions(parser: ArgumentParser) -> None:
    """The arguments of `editions`."""
    parser.add_argument("action", choices=("show", "set", "compare"))
    parser.add_argument("document", metavar="DOC")
    parser.add_argument("other", metavar="NEWER", nargs="?", help="compare: the newer edition")
    parser.add_argument(
        "--confirm", action="store_true", help="set: take over what its first pages say"
    )
    for name in FIELDS:
        flag = name.replace("_", "-")
        parser.add_argument(f"--{flag}", dest=name, metavar="VALUE", help="set; empty clears it")
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--newer-than", metavar="DOC", help="set: an edition that came after DOC")
    way.add_argument("--older-than", metavar="DOC", help="set: an edition that came before DOC")
    way.add_argument("--alone", action="store_true", help="set: no edition of another document")


def editions(workbench: Workbench, arguments: Namespace, console: Console) -> bool:
    """Shows or sets the edition of a document, or compares two."""
    record = find(workbench, arguments.document)
    if arguments.action == "show":
        return _show(workbench, record, console)
    named = arguments.other or arguments.newer_than or arguments.older_than
    other = find(workbench, named) if named else None
    if arguments.action == "compare":
        return _compare(workbench, record, other, console)
    return _set(workbench, record, arguments, other, console)


def _show(workbench: Workbench, record: DocumentRecord, console: Console) -> bool:
    editions = workbench.editions
    proposed, standing = editions.proposed(record.sha), editions.standings([record.sha])[record.sha]
    confirmed = record.edition.model_dump()
    console.say(record.name)
    for name in FIELDS:
        said = proposed.get(name)
        words = f"  its pages say: “{said.stated.words}”" if said else ""
        console.say(f"  {name.replace('_', ' ')}: {confirmed[name] or '(not confirmed)'}{words}")
    console.say(*(f"  {words}" for words in in_words(standing, date.today())))
    members = editions.of(record.sha)
    if len(members) > 1:
        console.say("  editions, the oldest first:", *(f"    {each.name}" for each in members))
    console.result(
        {
            "document": record.sha,
            "confirmed": {name: confirmed[name] for name in FIELDS},
            "proposed": {
                name: {"value": each.value, "words": each.stated.words}
                for name, each in proposed.items()
            },
            "editions": [each.sha for each in members],
            "standing": standing_dict(standing),
        }
    )
    return True


def _set(
    workbench: Workbench,
    record: DocumentRecord,
    arguments: Namespace,
    other: DocumentRecord | None,
    console: Console,
) -> bool:
    """Keeps what the arguments say, then shows it; `other` is the edition before or after it."""
    editions = workbench.editions
    values = {}
    if arguments.confirm:
        values = {name: each.value for name, each in editions.proposed(record.sha).items()}
    values |= {n: getattr(arguments, n) for n in FIELDS if getattr(arguments, n) is not None}
    editions.confirm(record.sha, values)
    if other:
        editions.link(record.sha, other.sha, newer=bool(arguments.newer_than))
    if arguments.alone:
        editions.unlink(record.sha)
    return _show(workbench, workbench.library.get(record.sha), console)


def _compare(
    workbench: Workbench, old: DocumentRecord, new: DocumentRecord | None, console: Console
) -> bool:
    if new is None:
        raise InvalidOption("compare needs two documents: the older one, then the NEWER one.")
    found = workbench.editions.difference(old.sha, new.sha)
    trees = [workbench.documents.sir(each.sha) for each in (old, new)]
    counts = Counter(change.kind.value for change in found.changes)
    told = ", ".join(f"{count} {kind}" for kind, count in counts.items()) or "nothing changed"
    console.say(f"{old.name} -> {new.name}: {told}")
    for change in found.changes:
        console.say(*_lines(change, trees))
    console.result(
        {
            "old": old.sha,
            "new": new.sha,
            "changes": [_change(change, trees) for change in found.changes],
        }
    )
    return True


def standing_dict(standing: Standing) -> dict[str, Any]:
    """What speaks against relying on a document, for programs."""
    return {
        "newer": standing.newer.sha if standing.newer else "",
        "status": standing.status,
        "expired": standing.expired,
        "future": standing.future,
        "unconfirmed": sorted(standing.unconfirmed),
    }


def standing_lines(workbench: Workbench, standings: Mapping[str, Standing]) -> list[str]:
    """A warning for each document that an answer cites and that does not stand any more."""
    lines = []
    for sha, standing in standings.items():
        if standing.stands:
            continue
        told = " ".join(in_words(standing, date.today()))
        lines.append(f"{workbench.library.get(sha).name}: {told}")
    return lines


def _lines(change: Change, trees: Sequence[Sir]) -> Iterator[str]:
    notes = [*change.dangers, *(["moved"] if change.moved and change.kind != "moved" else [])]
    yield f"{change.kind} ({change.passage})" + (f": {', '.join(notes)}" if notes else "")
    for sign, side, sir in zip("-+", (change.old, change.new), trees, strict=True):
        if side:
            words = [f"“{text_of(sir, span)}”" for span in side.changed]
            shown = f"  changed: {', '.join(words)}" if change.kind == "changed" and words else ""
            text = " ".join(joined(sir, side.spans).split())
            yield f"  {sign} {_pages(sir, side)}: {text[:_LONGEST]}{shown}"


def _change(change: Change, trees: Sequence[Sir]) -> dict[str, Any]:
    return {
        "kind": change.kind.value,
        "passage": change.passage.value,
        "moved": change.moved,
        "renumbered": change.renumbered,
        "dangers": [danger.value for danger in change.dangers],
        "old": _side(trees[0], change.old),
        "new": _side(trees[1], change.new),
    }


def _side(sir: Sir, side: Side | None) -> dict[str, Any] | None:
    if side is None:
        return None
    return {
        "number": side.number,
        "text": joined(sir, side.spans),
        "changed": [text_of(sir, span) for span in side.changed],
        "pages": sorted({line.box.page for line in located(sir, side.spans)}),
    }


def _pages(sir: Sir, side: Side) -> str:
    return pages_in_words(sir.pages, (line.box.page for line in located(sir, side.spans)))
