"""Granite-Docling by a service that speaks the OpenAI API: one request a page, with its picture."""

from __future__ import annotations

import json
from base64 import b64encode
from typing import TYPE_CHECKING, Any

from core.errors import (
    KeyRefused,
    LimitReached,
    ModelError,
    ModelUnknown,
    QuotaSpent,
    ReplyUnusable,
    SetupError,
)
from core.parsing.adapters.granite_docling.options import FAILED, GraniteDoclingOptions
from core.rendering import Renderer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.parsing.adapters.base import Source
    from core.parsing.adapters.service_calls import Calls
    from core.progress import Progress
    from core.rendering.page_image import PageImage
    from core.sir import Page

PROMPT = "Convert this page to docling."
"""What the model was trained to answer. Source: the model card of granite-docling-258M."""

_PARSER = "Granite-Docling"
_NO_URL = (
    "Granite-Docling needs the address of a service that has the model: set "
    "SIGHTLINE_GRANITE_DOCLING_URL, for instance to http://127.0.0.1:8000/v1 after "
    "vllm serve ibm-granite/granite-docling-258M."
)
_FINAL = (KeyRefused, QuotaSpent, ModelUnknown, LimitReached)
"""Failures that each further page would meet."""
_MOST_IN_A_ROW = 2
"""Pages that fail one behind the other, after which no more are asked about."""
_SCALE = 2
"""Pixels per point: 144 dpi, by which Docling draws pages for the model."""
_SPECIAL = "skip_special_tokens"
"""Option of vLLM that would leave out tags, which are special tokens of some versions."""


def run(source: Source, options: GraniteDoclingOptions, progress: Progress | None = None) -> bytes:
    """A JSON list with the DocTags of each page; see `Adapter.run`.

    In the place of a page that fails stands what is wrong with it.

    Raises:
        ModelError, LimitReached: no page could be read.
    """
    from core.parsing.adapters.service import Service
    from core.parsing.adapters.service_calls import Calls

    if not options.url:
        raise SetupError(_NO_URL)
    service = Service.of(_PARSER, options)
    seconds = options.seconds_per_page * max(len(source.pages), 1)
    renderer = Renderer()
    try:
        with Calls(service, seconds, len(source.pages), progress) as calls:
            outputs = _outputs(calls, options, source, renderer)
    finally:
        renderer.close()
    return json.dumps(outputs, ensure_ascii=False).encode()


def _outputs(
    calls: Calls, options: GraniteDoclingOptions, source: Source, renderer: Renderer
) -> list[str | dict[str, str]]:
    """The answers for pages from the first on, as far as the service takes calls."""
    outputs: list[str | dict[str, str]] = []
    failures: list[ModelError | LimitReached] = []
    in_a_row = 0
    for page in source.pages:
        width = max(round(page.width * _SCALE), 1)
        try:
            image = renderer.page(source.path, page.number, width, source.name)
            outputs.append(_page(calls, options, image, page))
            in_a_row = 0
        except (ModelError, LimitReached) as error:
            failures.append(error)
            outputs.append({FAILED: str(error)})
            in_a_row += 1
            if isinstance(error, _FINAL) or in_a_row == _MOST_IN_A_ROW:
                break
        calls.done += 1
    if failures and len(failures) == len(outputs):
        raise failures[0]
    return outputs


def missing(options: GraniteDoclingOptions) -> str:
    """What is lacking for a run; see `Adapter.missing`."""
    return "" if options.url else _NO_URL


def _page(calls: Calls, options: GraniteDoclingOptions, image: PageImage, page: Page) -> str:
    """What the model answers for a page; errors name the page.

    Services that do not know an option may refuse it by name; it is left out then.
    """
    try:
        for body in _bodies(options, image):
            try:
                return _text(calls.post("chat/completions", json=body))
            except ReplyUnusable as error:
                if _SPECIAL not in body or _SPECIAL not in str(error):
                    raise
    except (ModelError, LimitReached) as error:
        error.args = (f"Page {page.number}: {error}",)
        raise
    raise AssertionError("the last request returns or raises")


def _bodies(options: GraniteDoclingOptions, image: PageImage) -> Iterator[dict[str, Any]]:
    """The request for a page, and the same without what not all services know.

    The picture comes first and nothing stands before it, as the model was trained.
    """
    picture = f"data:{image.mime};base64,{b64encode(image.data).decode('ascii')}"
    content = [
        {"type": "image_url", "image_url": {"url": picture}},
        {"type": "text", "text": PROMPT},
    ]
    body = {
        "model": options.model,
        "messages": [{"role": "user", "content": content}],
        "temperature": 0.0,
        "max_tokens": options.max_output,
        "stream": False,
    }
    yield {**body, _SPECIAL: False}
    yield body


def _text(answer: bytes) -> str:
    """The text of an answer.

    Raises:
        ReplyUnusable: it has none.
    """
    try:
        text = json.loads(answer)["choices"][0]["message"]["content"]
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise _odd() from error
    if text is not None and not isinstance(text, str):
        raise _odd()
    return text or ""


def _odd() -> ReplyUnusable:
    return ReplyUnusable(
        "Granite-Docling answered in another form than the OpenAI API has. Check that its address "
        "in the options ends with /v1."
    )
