"""Signed answers with the pages that they cite, whole without the library.

    <home>/answers/<id>/answer.json   the answer as it was signed
    <home>/answers/<id>/<sha>.pdf     the kept pages of a document, and no others
    <home>/answers/<id>/<sha>.tree    its words on them (`core.history.kept_tree`)

The id is made of the content, and the content names the SHA-256 of the other files, so that
nothing of it can be another and still be taken for this answer.

While an answer is signed or deleted its folder is called `<id>.unfinished`. Whether it is kept or
removed is decided by the audit log: an answer is signed once its entry is there.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from core.errors import DataDamaged, NotFound, SightlineError
from core.file_format import Form
from core.files import require_space, staged, temporary_path, write_synced, writing
from core.history.answer_form import decode_record, encode_record
from core.history.base import SignedAnswer
from core.history.kept_tree import unpack_tree

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime
    from pathlib import Path

    from core.history.checks import Decision
    from core.sir import Sir

FORM = Form("sightline.signed-answer")
_FILE = "answer.json"
_UNFINISHED = ".unfinished"
_ID = re.compile(r"[0-9a-f]{24}")
_LENGTH = 24


@dataclass(frozen=True, slots=True)
class KeptAnswer:
    """A signed answer as it is listed; `problem` says why it cannot be read.

    `documents` are the names of its sources by SHA-256. `decisions` are all that were made.
    `words` is all of its text that is searched: question, answer, comments, note. `read` are the
    documents of which it holds text beside its sources, as of passages that were near.
    """

    id: str
    question: str = ""
    signer: str = ""
    signed_at: datetime | None = None
    documents: tuple[tuple[str, str], ...] = ()
    decisions: tuple[Decision, ...] = ()
    items: int = 0
    tags: tuple[str, ...] = ()
    words: str = ""
    problem: str = ""
    read: tuple[str, ...] = ()


def content_hash(signed: SignedAnswer) -> str:
    """The SHA-256 (hex) of all that was signed; the id begins it."""
    values = signed.model_dump(mode="json", exclude={"id"})
    canonical = json.dumps(values, sort_keys=True, separators=(",", ":"))
    return sha256(canonical.encode()).hexdigest()


def identified(draft: SignedAnswer) -> SignedAnswer:
    """The answer with the id that its content gives it."""
    return draft.model_copy(update={"id": content_hash(draft)[:_LENGTH]})


class SignedAnswers:
    """The signed answers of a data folder; they are never changed, only deleted.

    What changes is unfinished until `settle` is called, so that a crash leaves no half of it.
    """

    def __init__(self, home: Path, sees: Callable[[KeptAnswer], bool] = lambda _: True) -> None:
        """Makes no folder. `sees` says which of them are there for who acts."""
        self._home = home
        self._sees = sees
        self.folder = home / "answers"
        self._known: dict[Path, tuple[tuple[int, int], KeptAnswer]] = {}

    def prepare(self, signed: SignedAnswer, files: Mapping[str, bytes]) -> None:
        """Keeps an answer with these files by their names, unfinished.

        Raises:
            SetupError: the data folder cannot be written.
        """
        content = encode_record(FORM, signed)
        require_space(self._home, sum(map(len, files.values())) + len(content))
        with staged(self._home) as folder, writing(self._home):
            (folder / signed.id).mkdir()
            for name, file in {**files, _FILE: content}.items():
                write_synced(folder / signed.id / name, file)
            self.folder.mkdir(parents=True, exist_ok=True)
            (folder / signed.id).rename(self._unfinished(signed.id))

    def withdraw(self, answer: str) -> None:
        """Takes an answer off the list, also a damaged one, unfinished. Raises `NotFound`."""
        path = self._folder(answer)
        with writing(self._home):
            path.rename(self._unfinished(answer))

    def settle(self, answer: str, *, stays: bool) -> None:
        """Puts an unfinished answer in its place, or removes it; does nothing where there is none.

        Raises:
            SetupError: the data folder cannot be written.
        """
        path, target = self._unfinished(answer), self.folder / answer
        if not path.exists():
            return
        with writing(self._home):
            if stays and not target.exists():
                path.rename(target)
                return
            with temporary_path(self._home) as removed:
                path.rename(removed)

    def unfinished(self) -> tuple[str, ...]:
        """The ids of those whose signing or deleting was interrupted, or is going on."""
        paths = self.folder.glob(f"*{_UNFINISHED}")
        return tuple(sorted(path.stem for path in paths if _ID.fullmatch(path.stem)))

    def strangers(self) -> tuple[Path, ...]:
        """What lies among the answers and is none."""
        known = {*self.ids(), *(self._unfinished(answer).name for answer in self.unfinished())}
        return tuple(sorted(path for path in self.folder.glob("*") if path.name not in known))

    def ids(self) -> tuple[str, ...]:
        """The ids of all that are there for who acts, also of damaged ones."""
        names = sorted(p.name for p in self.folder.glob("*") if _ID.fullmatch(p.name))
        return tuple(name for name in names if self._sees(self._listed(name)))

    def list(self) -> tuple[KeptAnswer, ...]:
        """All of them, the newest first; damaged ones with their problem, at the end."""
        answers = [self._listed(answer) for answer in self.ids()]
        return tuple(sorted(answers, key=_age, reverse=True))

    def load(self, answer: str) -> SignedAnswer:
        """The signed answer with that id, compared with it.

        Raises:
            NotFound: there is none.
            DataDamaged: it is not what was signed, or cannot be read.
            DataTooNew: a later version wrote it.
        """
        return self._read(answer, self._folder(answer) / _FILE)

    def _read(self, answer: str, path: Path) -> SignedAnswer:
        try:
            content = path.read_bytes()
            signed = decode_record(FORM, SignedAnswer, content, path)
        except FileNotFoundError as error:
            raise _damaged(path, "is missing") from error
        except (OSError, ValueError) as error:
            raise _damaged(path, "is damaged") from error
        if content_hash(signed)[:_LENGTH] != answer or signed.id != answer:
            raise _damaged(path, "is not what was signed under this id")
        if encode_record(FORM, signed) != content:
            raise _damaged(path, "holds something beside what was signed")
        return signed

    def excerpt(self, signed: SignedAnswer, document: str) -> Path:
        """The PDF of the kept pages of a document (SHA-256), compared with its own SHA-256.

        Raises:
            NotFound: no page of it was kept.
            DataDamaged: the file is missing or was changed.
        """
        source = next((s for s in signed.sources if s.sha == document and s.excerpt), None)
        if source is None:
            raise NotFound(f"No page of document {document[:12]} was kept with this answer.")
        path = self._folder(signed.id) / excerpt_name(document)
        self._compared(path, source.excerpt)
        return path

    def tree(self, signed: SignedAnswer, document: str) -> Sir | None:
        """The kept words of a document; None where none were. Raises `DataDamaged`."""
        source = next((s for s in signed.sources if s.sha == document and s.tree), None)
        if source is None:
            return None
        path = self._folder(signed.id) / tree_name(document)
        return unpack_tree(self._compared(path, source.tree), source.name)

    def check(self, answer: str) -> SignedAnswer:
        """As `load`, after all files of the answer were compared with what was signed."""
        signed, names = self.load(answer), {_FILE}
        for source in signed.sources:
            if source.excerpt:
                names.add(self.excerpt(signed, source.sha).name)
            if self.tree(signed, source.sha):
                names.add(tree_name(source.sha))
        for path in sorted(self._folder(answer).iterdir()):
            if path.name not in names:
                raise DataDamaged(
                    f"A file that is no part of the signed answer {answer} lies among its files: "
                    f"{path}. Remove it."
                )
        return signed

    def require(self, answer: str) -> None:
        """Raises `NotFound` unless there is a signed answer of that id, be it damaged."""
        self._folder(answer)

    def _compared(self, path: Path, digest: str) -> bytes:
        try:
            content = path.read_bytes()
        except OSError as error:
            raise _damaged(path, "is missing") from error
        if sha256(content).hexdigest() != digest:
            raise _damaged(path, "was changed after it was signed")
        return content

    def _unfinished(self, answer: str) -> Path:
        return self.folder / f"{answer}{_UNFINISHED}"

    def _folder(self, answer: str) -> Path:
        """The folder of an id, which may come from an address. Raises `NotFound`."""
        path = self.folder / answer
        known = _ID.fullmatch(answer) and path.is_dir()
        if not (known and self._sees(self._listed(answer))):
            raise NotFound(
                f"There is no signed answer {answer[:24]!r} here. Choose one of the list."
            )
        return path

    def _listed(self, answer: str) -> KeptAnswer:
        path = self.folder / answer / _FILE
        try:
            status = path.stat()
        except OSError:
            return KeptAnswer(answer, problem=f"The file {path} is missing.")
        stamp, known = (status.st_mtime_ns, status.st_size), self._known.get(path)
        if known is None or known[0] != stamp:
            try:
                kept = _summary(self._read(answer, path))
            except SightlineError as error:
                kept = KeptAnswer(answer, problem=str(error))
            known = self._known[path] = stamp, kept
        return known[1]


def excerpt_name(document: str) -> str:
    """The file of the kept pages of a document."""
    return f"{document}.pdf"


def tree_name(document: str) -> str:
    """The file of the kept words of a document."""
    return f"{document}.tree"


def _age(kept: KeptAnswer) -> tuple[bool, str, str]:
    signed_at = kept.signed_at.isoformat() if kept.signed_at else ""
    return not kept.problem, signed_at, kept.id


def _summary(signed: SignedAnswer) -> KeptAnswer:
    claims, citations = signed.answer.get("claims"), signed.answer.get("citations")
    checks = signed.review.checks.values()
    texts = [signed.question, signed.note, *signed.tags, *(check.comment for check in checks)]
    texts += _texts(claims, "text") + _texts(citations, "quote", "text")
    return KeptAnswer(
        signed.id,
        signed.question,
        signed.signature.name,
        signed.signature.signed_at,
        tuple((source.sha, source.name) for source in signed.sources),
        tuple(check.decision for check in checks if check.decision),
        len(shown) if isinstance(shown := claims or citations, list) else 0,
        signed.tags,
        "\n".join(texts),
        read=tuple(dict.fromkeys(_texts(signed.answer.get("passages"), "hit", "document"))),
    )


def _texts(items: object, *path: str) -> list[str]:
    texts: list[str] = []
    for item in items if isinstance(items, list) else []:
        value: object = item
        for name in path:
            value = value.get(name) if isinstance(value, dict) else None
        if isinstance(value, str):
            texts.append(value)
    return texts


def _damaged(path: Path, why: str) -> DataDamaged:
    return DataDamaged(
        f"A file of the signed answer {path.parent.name} {why}: {path}. Restore a backup, or "
        "delete the answer; the audit log keeps that it was signed."
    )
