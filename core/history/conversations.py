"""Conversations that survive a reload and a restart: `<home>/conversations/<id>.json`.

A deleted one lies in `<home>/conversations/deleted` for 30 days, so that it can be taken back.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from typing import TYPE_CHECKING

from filelock import FileLock

from core.answering.base import Answer
from core.errors import DataTooNew, InputError, NotFound
from core.file_format import Form
from core.files import changing, write_atomic
from core.history.answer_form import ANSWER_TYPES, Cards, decode_record, encode_record
from core.history.base import SourceDocument
from core.history.checks import Review
from core.history.titles import clean_title, title_of
from core.lru_cache import LruCache
from core.value_models import FrozenModel

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

FORM = Form("sightline.conversation")
_ID = re.compile(r"[0-9a-f]{16}")
_STAYS = timedelta(days=30)
"""How long a deleted conversation can be taken back."""
_LOADED = 16
"""Conversations that are known as they were read last."""


class ConversationTurn(FrozenModel):
    """A question and its answer, with all that belongs to it.

    `stopped` answers are not whole. `cards` are as in `core.history.answer_form`. `sources` are
    the documents whose words it shows, as they were then; `settings` is the configuration as in
    an address. `signed` is the id of the signed answer that was made of it, empty if none was.
    `searched` are the ids of the documents that were chosen to be searched, none for all; None
    where an earlier version did not note them.
    """

    answer: Answer
    asked_at: datetime
    stopped: bool = False
    cards: Cards = ()
    review: Review = Review()
    sources: tuple[SourceDocument, ...] = ()
    settings: str = ""
    signed: str = ""
    searched: tuple[str, ...] | None = None


class Conversation(FrozenModel):
    """Questions and answers, the oldest first, under a title."""

    id: str
    title: str
    created_at: datetime
    turns: tuple[ConversationTurn, ...]


ConversationTurn.model_rebuild(_types_namespace=ANSWER_TYPES)
Conversation.model_rebuild(_types_namespace=ANSWER_TYPES)


@dataclass(frozen=True, slots=True)
class ConversationSummary:
    """A conversation as it is listed; `problem` says why it cannot be read.

    `documents` are the names of those that were quoted, each once.
    """

    id: str
    title: str
    changed: datetime
    questions: int = 0
    documents: tuple[str, ...] = ()
    problem: str = ""


class ConversationStore:
    """The conversations of a data folder.

    Processes and threads may share a folder: changes are made one after the other, each of them
    to what is there by then. Whatever changes raises `SetupError` where the data folder cannot be
    written.
    """

    def __init__(self, home: Path) -> None:
        self._home = home
        self.folder = home / "conversations"
        self._deleted = self.folder / "deleted"
        self._lock = FileLock(self.folder / "conversations.lock")
        self._known: dict[Path, tuple[tuple[int, ...], ConversationSummary]] = {}
        self._loaded: LruCache[Conversation] = LruCache(_LOADED)

    def list(self) -> tuple[ConversationSummary, ...]:
        """All conversations, the one that was changed last first; damaged ones with a problem."""
        return self._listed(self.folder)

    def deleted(self) -> tuple[ConversationSummary, ...]:
        """Those that were deleted in the last 30 days and can be taken back, likewise."""
        since = datetime.now(UTC) - _STAYS
        return tuple(gone for gone in self._listed(self._deleted) if gone.changed >= since)

    def load(self, conversation: str) -> Conversation:
        """The conversation with that id, read again only if its file was changed.

        Raises:
            NotFound: there is none, or not any more.
            InputError: its file is damaged.
            DataTooNew: a later version wrote it.
        """
        path = self._path(conversation)
        try:
            stamp = _stamp(path)
        except OSError:
            return _read(path)  # which says what is wrong
        return self._loaded.get((path, stamp), lambda: _read(path))

    def create(self, turn: ConversationTurn, title: str = "") -> Conversation:
        """A new conversation with its first turn; without a title, the question is its title.

        Raises:
            InvalidOption: the title is too long.
        """
        named = clean_title(title) if title else title_of(turn.answer.question)
        with changing(self._home, self._lock):
            made = Conversation(
                id=self._free_id(turn), title=named, created_at=turn.asked_at, turns=(turn,)
            )
            self._write(made)
            self._forget_deleted()
        return made

    def add(self, conversation: str, turn: ConversationTurn) -> Conversation:
        """The conversation with one more turn at its end. Raises as `load`."""
        return self._change(
            conversation, lambda old: old.model_copy(update={"turns": (*old.turns, turn)})
        )

    def change_turn(
        self,
        conversation: str,
        number: int,
        change: Callable[[ConversationTurn], ConversationTurn],
    ) -> Conversation:
        """The conversation with what `change` makes of a turn, counted from 0, as it is by now.

        For what comes to be known of an answer later: checks, that it was signed. Raises as `load`,
        and `NotFound` where it has no such turn.
        """

        def changed(old: Conversation) -> Conversation:
            if not 0 <= number < len(old.turns):
                raise NotFound(f"The conversation “{old.title}” has no such question any more.")
            turns = (*old.turns[:number], change(old.turns[number]), *old.turns[number + 1 :])
            return old.model_copy(update={"turns": turns})

        return self._change(conversation, changed)

    def rename(self, conversation: str, title: str) -> Conversation:
        """The conversation under another title. Raises as `load`, and `InvalidOption`."""
        named = clean_title(title)
        return self._change(conversation, lambda old: old.model_copy(update={"title": named}))

    def delete(self, conversation: str) -> None:
        """Takes a conversation off the list, also a damaged one; see `restore`. Raises `NotFound`.

        What was deleted more than 30 days ago is gone then.
        """
        path = self._path(conversation)
        self._move(path, self._deleted / path.name)

    def restore(self, conversation: str) -> None:
        """Takes a deleted conversation back. Raises `NotFound`."""
        path = self._path(conversation)
        self._move(self._deleted / path.name, path)

    def damaged(self) -> tuple[ConversationSummary, ...]:
        """What cannot be read among those that are listed and those that were deleted."""
        return tuple(kept for kept in (*self.list(), *self.deleted()) if kept.problem)

    def _listed(self, folder: Path) -> tuple[ConversationSummary, ...]:
        paths = (path for path in folder.glob("*.json") if _ID.fullmatch(path.stem))
        summaries = filter(None, map(self._summary, paths))
        return tuple(sorted(summaries, key=lambda kept: (kept.changed, kept.id), reverse=True))

    def _summary(self, path: Path) -> ConversationSummary | None:
        """A file as it is listed, read again only if it was changed; None if it is gone."""
        try:
            stamp = _stamp(path)
        except OSError:
            return None
        known = self._known.get(path)
        if known and known[0] == stamp:
            return known[1]
        summary = _summarised(path, datetime.fromtimestamp(stamp[0] / 1e9, UTC))
        if summary:
            self._known[path] = stamp, summary
        return summary

    def _change(
        self, conversation: str, change: Callable[[Conversation], Conversation]
    ) -> Conversation:
        with changing(self._home, self._lock):
            before = _read(self._path(conversation))
            after = change(before)
            if after != before:
                self._write(after)
        return after

    def _move(self, path: Path, target: Path) -> None:
        with changing(self._home, self._lock):
            target.parent.mkdir(exist_ok=True)
            try:
                path.replace(target)
            except FileNotFoundError as error:
                raise _gone(path) from error
            os.utime(target)
            self._forget_deleted()

    def _forget_deleted(self) -> None:
        oldest = (datetime.now(UTC) - _STAYS).timestamp()
        for path in self._deleted.glob("*.json"):
            if path.stat().st_mtime < oldest:
                path.unlink(missing_ok=True)

    def _free_id(self, turn: ConversationTurn) -> str:
        number = 0
        while True:
            words = f"{turn.asked_at.isoformat()} {number} {turn.answer.question}"
            digest = blake2b(words.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
            places = self.folder, self._deleted
            if not any((folder / f"{digest}.json").exists() for folder in places):
                return digest
            number += 1

    def _path(self, conversation: str) -> Path:
        """The file of an id, which may come from an address. Raises `NotFound`."""
        path = self.folder / f"{conversation}.json"
        if not _ID.fullmatch(conversation):
            raise _gone(path)
        return path

    def _write(self, conversation: Conversation) -> None:
        write_atomic(self._home, self._path(conversation.id), encode_record(FORM, conversation))


def _stamp(path: Path) -> tuple[int, ...]:
    """Another one after each change of a file; its time, in nanoseconds, is the first of it."""
    status = path.stat()
    return status.st_mtime_ns, status.st_size, status.st_ino


def _gone(path: Path) -> NotFound:
    return NotFound(
        f"The conversation {path.stem[:16]} is not there any more. Choose one of the list, or "
        "begin a new one."
    )


def _read(path: Path) -> Conversation:
    """The conversation in a file. Raises as `ConversationStore.load`."""
    try:
        conversation = decode_record(FORM, Conversation, path.read_bytes(), path)
        if conversation.id != path.stem:
            raise ValueError("it holds another conversation than its name says")
    except FileNotFoundError as error:
        raise _gone(path) from error
    except (OSError, ValueError) as error:
        raise InputError(
            f"The file of the conversation {path.stem} is damaged or cannot be read. Delete the "
            f"conversation, or put a copy of the file back: {path}."
        ) from error
    return conversation


def _summarised(path: Path, changed: datetime) -> ConversationSummary | None:
    try:
        conversation = _read(path)
    except NotFound:
        return None
    except (InputError, DataTooNew) as error:
        return ConversationSummary(path.stem, path.stem, changed, problem=str(error))
    names = (source.name for turn in conversation.turns for source in turn.sources)
    return ConversationSummary(
        conversation.id,
        conversation.title,
        changed,
        len(conversation.turns),
        tuple(dict.fromkeys(names)),
    )
