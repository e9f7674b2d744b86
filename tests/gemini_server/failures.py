"""Ways in which the service can fail, and answers made for one test: each answers one request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.gemini_server import speech

if TYPE_CHECKING:
    from core.llm.base import Reply
    from tests.gemini_server.server import Act, Conversation

_GOOGLE = "type.googleapis.com/google.rpc"


def says(reply: Reply | str) -> Act:
    """An answer of the model: of the wrong form, with ids that nobody gave it ..."""
    return lambda conversation: conversation.say(reply)


def status(code: int, name: str, message: str, *details: dict[str, object]) -> Act:
    """An answer that is a failure."""
    body = speech.failure(code, name, message, details)
    return lambda conversation: conversation.reply(code, body)


def quota(seconds: float | None = None, header: str = "", metric: str = "PerMinute") -> Act:
    """Too many calls; the wait stands in the details, in the header, or nowhere."""
    details: list[dict[str, object]] = [
        {
            "@type": f"{_GOOGLE}.QuotaFailure",
            "violations": [{"quotaId": f"GenerateRequests{metric}PerProjectPerModel-FreeTier"}],
        }
    ]
    if seconds is not None:
        details.append({"@type": f"{_GOOGLE}.RetryInfo", "retryDelay": f"{seconds}s"})
    body = speech.failure(429, "RESOURCE_EXHAUSTED", "You exceeded your quota.", details)
    headers = {"Retry-After": header} if header else {}
    return lambda conversation: conversation.reply(429, body, headers)


def wrong_key() -> Act:
    """A key that does not exist."""
    detail: dict[str, object] = {"@type": f"{_GOOGLE}.ErrorInfo", "reason": "API_KEY_INVALID"}
    return status(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid key.", detail)


def suspended(key: str) -> Act:
    """A key that may not be used; the service quotes it, as Google's does."""
    return status(403, "PERMISSION_DENIED", f"Consumer 'api_key:{key}' has been suspended.")


def unknown_model() -> Act:
    """No model of that name."""
    return status(404, "NOT_FOUND", "models/nobody is not found for API version v1beta.")


def overloaded(code: int = 503) -> Act:
    """The service fails by itself."""
    return status(code, "UNAVAILABLE", "The model is overloaded. Please try again later.")


def blocked() -> Act:
    """The safety filter stops the question."""
    body = {"promptFeedback": {"blockReason": "SAFETY"}, "usageMetadata": speech.usage(7, 0)}
    return lambda conversation: _whole(conversation, body)


def ended(reason: str, text: str = "") -> Act:
    """An answer that ends for another reason than that it is whole."""
    return lambda conversation: _whole(conversation, speech.response(text, 7, reason))


def cut_off(*texts: str) -> Act:
    """A stream whose connection breaks after these pieces."""

    def act(conversation: Conversation) -> None:
        conversation.begin_stream()
        for text in texts:
            conversation.event(speech.piece(text, 7))
        conversation.hang_up()

    return act


def faded(*texts: str) -> Act:
    """A stream that stops after these pieces without saying that it has ended."""

    def act(conversation: Conversation) -> None:
        conversation.begin_stream()
        for text in texts:
            conversation.event(speech.piece(text, 7))
        conversation.end_stream()

    return act


def garbled() -> Act:
    """An answer that is no JSON, such as the page of a proxy."""
    return lambda conversation: conversation.reply(200, "<html>Please log in</html>")


def silent(seconds: float = 30.0) -> Act:
    """No answer for so long."""

    def act(conversation: Conversation) -> None:
        conversation.rest(seconds)
        conversation.hang_up()

    return act


def trickling(seconds: float = 30.0) -> Act:
    """An answer of which a little comes again and again, so that each wait for it is short."""

    def act(conversation: Conversation) -> None:
        conversation.begin_stream()
        for _ in range(int(seconds / 0.05)):
            conversation.event(speech.piece("on and on ", 7))
            conversation.rest(0.05)
        conversation.hang_up()

    return act


def _whole(conversation: Conversation, body: object) -> None:
    if conversation.received.method != "streamGenerateContent":
        conversation.reply(200, body)
        return
    conversation.begin_stream()
    conversation.event(body)
    conversation.end_stream()
