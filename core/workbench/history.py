"""What outlives a session: conversations, signed answers, and the log of what was done to them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from core.configuration.address import to_address
from core.history.checks import Review
from core.history.conversations import ConversationStore, ConversationTurn
from core.history.sources import sources_of

if TYPE_CHECKING:
    from core.answering.base import Answer
    from core.configuration import Configuration
    from core.history.answer_form import Cards
    from core.library import Library


class History:
    """Conversations of a data folder, and turns to be kept in them."""

    def __init__(self, library: Library) -> None:
        """Reads nothing yet, and makes no folder."""
        self._library = library
        self.conversations = ConversationStore(library.settings.home)

    def turn(
        self,
        answer: Answer,
        config: Configuration | None = None,
        *,
        cards: Cards = (),
        review: Review | None = None,
        stopped: bool = False,
    ) -> ConversationTurn:
        """A turn to be kept, with the documents that it shows as they are now."""
        return ConversationTurn(
            answer=answer,
            asked_at=datetime.now(UTC),
            stopped=stopped,
            cards=cards,
            review=review or Review(),
            sources=sources_of(answer, self._library, cards),
            settings=to_address(config) if config else "",
        )
