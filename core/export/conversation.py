"""A conversation as Markdown for people and as JSON for programs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from core.answering.reason import NO_ANSWER
from core.answering.stated_quantities import notices
from core.export.escaping import escaped
from core.page_names import page_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from core.answering.base import Answer, Claim
    from core.evidence.citations import Citation
    from core.history.conversations import Conversation, ConversationTurn


def conversation_json(conversation: Conversation) -> bytes:
    """All that is kept of a conversation; answers are as `core.history.answer_form` writes them."""
    return json.dumps(conversation.model_dump(mode="json"), indent=1).encode() + b"\n"


def conversation_markdown(conversation: Conversation) -> str:
    """Questions, answers and quotes with their documents and pages, the oldest first."""
    begun = conversation.created_at.isoformat(sep=" ", timespec="minutes")
    lines = [f"# {escaped(conversation.title)}", f"Begun {begun}"]
    for turn in conversation.turns:
        lines += _turn(turn)
    return "\n\n".join(lines) + "\n"


def _turn(turn: ConversationTurn) -> Iterator[str]:
    answer = turn.answer
    names = {source.sha: source.name for source in turn.sources}
    yield f"## {escaped(answer.question)}"
    yield f"*Asked {turn.asked_at.isoformat(sep=' ', timespec='minutes')}*"
    if turn.stopped:
        yield "**Stopped: the answer is not whole.**"
    if words := notices(answer):
        yield escaped(words)
    if answer.abstained:
        yield f"**{NO_ANSWER}** {escaped(answer.reason)}"
    if answer.claims:
        yield f"Written by {escaped(answer.model)}; each claim was checked by rules."
        yield "\n".join(_claim(claim) for claim in answer.claims)
    yield from _quotes(answer, names)


def _claim(claim: Claim) -> str:
    numbers = "".join(f" [{number}]" for number in claim.citations)
    return f"- {escaped(claim.text)}{numbers} ({claim.verdict.value})"


def _quotes(answer: Answer, names: Mapping[str, str]) -> Iterator[str]:
    for citation in answer.citations:
        quoted = "\n".join(f"> {escaped(line)}" for line in citation.quote.text.splitlines())
        yield f"{quoted}\n>\n> [{citation.number}] {_place(citation, names)}"


def _place(citation: Citation, names: Mapping[str, str]) -> str:
    name = escaped(names.get(citation.quote.document, citation.quote.document[:12]))
    if not citation.page:
        return f"{name}, page unknown"
    page = f"{name}, page {page_name(citation.page, citation.page_label)}"
    path = " › ".join(citation.section_path)
    return f"{page}, {escaped(path)}" if path else page
