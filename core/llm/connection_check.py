"""Whether the language model of the settings answers: for a button beside them."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from core.llm.base import Request, Speaker, Turn

if TYPE_CHECKING:
    from core.llm.model import LanguageModel

_ASKED = Request("Answer with the one word OK.", (Turn(Speaker.USER, "Are you there?"),))


def try_model(model: LanguageModel) -> str:
    """A sentence that says that the model answered, and how fast; it costs a few tokens.

    The service itself is asked, once: neither the cache nor an error of a moment ago answers.

    Raises:
        ModelError: it did not; the message says what to do.
    """
    began = time.perf_counter()
    model.task("trial").once(_ASKED)
    return f"{model.name} answered after {time.perf_counter() - began:.1f} s."
