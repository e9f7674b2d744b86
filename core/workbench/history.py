"""What outlives a session: conversations, signed answers, and the log of what was done to them."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from hashlib import sha256
from typing import TYPE_CHECKING

from core.configuration.address import to_address
from core.errors import InputError, SetupError, SightlineError
from core.history.answer_form import Cards, answer_values
from core.history.audit_log import AuditLog
from core.history.base import Signature, SignedAnswer, SourceDocument
from core.history.conversations import ConversationStore, ConversationTurn
from core.history.kept_tree import kept_tree, pack_tree
from core.history.program import program_version
from core.history.signed_answers import (
    KeptAnswer,
    SignedAnswers,
    content_hash,
    excerpt_name,
    identified,
    tree_name,
)
from core.history.source_state import SourceReport, is_same_reading, source_reports
from core.history.sources import citations_of, shown_pages, sources_of
from core.history.verification import DELETED, SIGNED, AuditReport, standing, verify
from core.lru_cache import LruCache
from core.rights import Right
from core.text.one_line import typed_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from core.answering.base import Answer
    from core.configuration import Configuration
    from core.history.checks import Review
    from core.library import Library
    from core.rendering import Renderer
    from core.workbench.documents import Documents

EXPORTED = "exported"
_LONGEST_NAME = 120
_REMEMBERED = 64
"""People whose conversations are held open."""


class History:
    """Conversations and signed answers of a data folder, and the audit log.

    `conversations`, `answers` and `log` are the stores; what is done to answers goes through here,
    so that the log tells of it.
    """

    def __init__(self, library: Library, documents: Documents) -> None:
        """Completes what an earlier process was interrupted at; makes no folder."""
        self._library, self._documents = library, documents
        home = library.settings.home
        self._conversations: LruCache[ConversationStore] = LruCache(_REMEMBERED)
        self.answers = SignedAnswers(home, self._sees)
        self.log = AuditLog(home)
        with suppress(SightlineError):  # whoever signs or verifies something is told
            if self.answers.unfinished() or self.log.is_interrupted():
                self.mend()

    @property
    def conversations(self) -> ConversationStore:
        """The conversations of who acts."""
        home = self._library.home
        return self._conversations.get(home, lambda: ConversationStore(home))

    def turn(
        self,
        answer: Answer,
        config: Configuration | None = None,
        *,
        cards: Cards = (),
        stopped: bool = False,
    ) -> ConversationTurn:
        """A turn to be kept, with the documents that it shows as they are now."""
        return ConversationTurn(
            answer=answer,
            asked_at=datetime.now(UTC),
            stopped=stopped,
            cards=cards,
            sources=sources_of(answer, self._library, cards),
            settings=to_address(config) if config else "",
        )

    def sign(
        self,
        answer: Answer,
        review: Review,
        name: str,
        renderer: Renderer,
        *,
        cards: Cards = (),
        settings: str = "",
        note: str = "",
        tags: Iterable[str] = (),
    ) -> SignedAnswer:
        """The signed answer, kept with the pages that it cites and entered in the log.

        `settings` is the configuration as in an address. Both or none is kept. Where people sign
        in, theirs is the name.

        Raises:
            AccessRefused: who acts may not sign.
            InvalidOption: the name is empty or too long.
            InputError, LimitReached: a cited page cannot be had, as its document is gone, or the
                document was read anew since, with another result.
            DataDamaged: a document or the audit log is damaged.
            SetupError: the data folder cannot be written.
        """
        permissions = self._library.permissions
        permissions.allow(Right.REVIEW)
        signer = typed_line(
            permissions.name(name), _LONGEST_NAME, "A signature needs a name. Enter yours."
        )
        self.mend()
        files: dict[str, bytes] = {}
        sources = sources_of(answer, self._library, cards)
        kept = tuple(self._with_pages(s, answer, cards, renderer, files) for s in sources)
        signature = Signature(name=signer, signed_at=datetime.now(UTC), program=program_version())
        draft = SignedAnswer(
            id="",
            question=answer.question,
            answer=answer_values(answer, cards),
            review=review,
            signature=signature,
            sources=kept,
            settings=settings,
            note=note.strip(),
            tags=tuple(dict.fromkeys(filter(None, (tag.strip() for tag in tags)))),
        )
        signed = identified(draft)
        with self._changing(), self._settling(signed.id, stood=False):
            self.answers.prepare(signed, files)
            self.log.add(SIGNED, signed.id, content=content_hash(signed), name=signer)
        permissions.did(SIGNED, signed.id)
        return signed

    def delete(self, answer: str, name: str = "") -> None:
        """Removes a signed answer with its pages; the log keeps its id and its hash.

        Raises `NotFound`, as `AuditLog.add`, and:
            AccessRefused: it is not for who acts to delete it.
        """
        self.answers.require(answer)
        permissions = self._library.permissions
        permissions.allow_deleting(answer)
        name = permissions.name(name)
        with self._changing():
            digest = {e.subject: e.content for e in self.log.state().entries if e.action == SIGNED}
            with self._settling(answer, stood=True):
                self.answers.withdraw(answer)
                self.log.add(DELETED, answer, content=digest.get(answer, ""), name=name.strip())
        permissions.did("deleted answer", answer)

    def note_export(self, answer: str, form: str, name: str = "") -> str:
        """Enters into the log that a signed answer was handed on as `form`; the new last hash."""
        self._library.permissions.did(EXPORTED, answer, form)
        name = self._library.permissions.name(name)
        with self._changing():
            return self.log.add(EXPORTED, answer, name=name.strip(), note=form).hash

    def mend(self) -> str:
        """What was completed of interrupted changes, in words; empty where nothing was.

        An answer is signed if the log says so. Raises as `AuditLog.add`.
        """
        with self.log.changing():
            words = [self.log.mend()]
            if unfinished := self.answers.unfinished():
                words += self._settled(unfinished)
        return " ".join(filter(None, words))

    def source_reports(self, signed: SignedAnswer) -> tuple[SourceReport, ...]:
        """Each source of a signed answer, compared with the library as it is now."""
        return source_reports(signed, self._library, self._documents.sir)

    def verify(self, known: str = "") -> AuditReport:
        """The log compared with itself and with all answers; see `core.history.verification`.

        Raises:
            AccessRefused: who acts is no administrator.
        """
        self._library.permissions.allow(Right.ADMINISTER)
        return verify(self.log, self.answers, known)

    def _sees(self, kept: KeptAnswer) -> bool:
        documents = {*dict(kept.documents), *kept.read}
        return self._library.permissions.sees_answer(kept.id, documents)

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Nobody else signs or deletes inside this block, and what was interrupted is completed."""
        with self.log.changing():
            self.mend()
            yield

    def _settled(self, unfinished: Iterable[str]) -> Iterator[str]:
        """What became of each answer by what the log tells; nothing while the log is damaged."""
        state = self.log.state()
        for answer in () if state.problem else unfinished:
            stays = answer in standing(state.entries)
            self.answers.settle(answer, stays=stays)
            yield f"The answer {answer} {'is signed' if stays else 'was removed'}."

    @contextmanager
    def _settling(self, answer: str, *, stood: bool) -> Iterator[None]:
        """After this block an answer is as it was before unless the log tells of a change."""
        head = self.log.head()

        def settle() -> None:
            stays = stood if self.log.head() == head else not stood
            self.answers.settle(answer, stays=stays)

        try:
            yield
        except BaseException:
            with suppress(SightlineError):  # the next change or start tries it again
                settle()
            raise
        try:
            settle()
        except SightlineError as error:
            raise SetupError(
                f"The audit log tells that the answer {answer} was "
                f"{'deleted' if stood else 'signed'}, but its folder could not be "
                f"{'removed' if stood else 'put in its place'}: this is done at the next start, "
                f"or when something is signed or deleted. {error}"
            ) from error

    def _with_pages(
        self,
        source: SourceDocument,
        answer: Answer,
        cards: Cards,
        renderer: Renderer,
        files: dict[str, bytes],
    ) -> SourceDocument:
        """A source with the pages to be kept, which are added to `files`; as it is without any."""
        cited = [c for c in citations_of(answer) if c.quote.document == source.sha]
        if not cited:
            return source
        record, sir = self._library.get(source.sha), self._documents.sir(source.sha)
        if not is_same_reading(cited, sir):
            raise InputError(
                f"{record.name} was read anew since this answer was given, with another result, "
                "so it cannot be signed. Ask the question again."
            )
        numbers = shown_pages(answer, cards, sir)
        if not numbers:
            return source
        path = self._library.pdf_path(source.sha)
        excerpt = renderer.excerpt(path, numbers, record.name)
        tree = pack_tree(kept_tree(sir, numbers))
        files |= {excerpt_name(source.sha): excerpt, tree_name(source.sha): tree}
        return source.model_copy(
            update={
                "pages": tuple(sir.pages[number - 1] for number in numbers),
                "excerpt": sha256(excerpt).hexdigest(),
                "tree": sha256(tree).hexdigest(),
            }
        )
