"""Pages read by the language model of the settings: one request a page, with its picture."""

from __future__ import annotations

import io
import json
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from PIL import Image

from core.errors import (
    BrokenPdf,
    InvalidOption,
    LimitReached,
    ModelError,
    ModelUnavailable,
    PageSeenBlank,
    SetupError,
)
from core.inspection.expected_tokens import to_read
from core.llm.base import Picture, Request, Speaker, Turn
from core.llm.ledger import cost
from core.parsing.adapters.gemini.layout import INSTRUCTIONS, PageLayout
from core.parsing.adapters.gemini.options import GeminiOptions, chosen_pages
from core.parsing.adapters.gemini.reading import ELEMENTS, PAGES, elements_of
from core.progress import part
from core.rendering import Renderer
from core.settings import load_settings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.llm.model import LanguageModel
    from core.parsing.adapters.base import Source
    from core.progress import Progress
    from core.sir import Page

STAGE = "read"
"""Name of this work in the ledger."""

_AT_ONCE = 12
"""Pages that are drawn and asked about together, whose pictures are held in memory."""
_SHADES = 48
"""Grey levels, of 256, from the darkest to the lightest spot of a page that shows something."""
_NO_MODEL = (
    "There is no language model to read pages. Choose one on the page Settings, or set "
    "GEMINI_API_KEY or SIGHTLINE_MODEL."
)


def run(source: Source, options: GeminiOptions, progress: Progress | None = None) -> bytes:
    """The layout of the chosen pages, as JSON; see `Adapter.run`.

    A page that fails is in it with what is wrong and with what was read of it.

    Raises:
        SetupError: there is no language model.
        InvalidOption: the document lacks a page that the options name.
        ModelError: no page could be read.
        Cancelled: `progress` asked for it; what was answered is not paid for again.
    """
    if source.model is None:
        raise SetupError(_NO_MODEL)
    numbers = chosen_pages(options.pages, len(source.pages))
    pages: list[dict[str, Any]] = []
    errors: list[ModelError] = []
    reader = _Reader(source, source.model, options)
    try:
        for start in range(0, len(numbers), _AT_ONCE):
            some = numbers[start : start + _AT_ONCE]
            for number, answer in reader.read(some, part(progress, start, len(numbers))):
                pages.append(_page(number, answer))
                if isinstance(answer, ModelError):
                    errors.append(answer)
    finally:
        reader.close()
    if errors and not any(page[ELEMENTS] for page in pages):
        raise _none_read(source, errors[0])
    output = {"parser": "gemini", "model": source.model.name, PAGES: pages}
    return json.dumps(output, ensure_ascii=False).encode("utf-8", "replace")


def missing(options: GeminiOptions) -> str:
    """Nothing: a model may be chosen, or its key entered, while the app runs; see `run`."""
    del options
    return ""


def price(pages: int, options: GeminiOptions) -> float | None:
    """US dollars for a document of so many pages, by the prices of the settings.

    None where the options name pages that it does not have, or the settings are damaged.
    """
    try:
        chosen = chosen_pages(getattr(options, "pages", ""), pages)
        prices = load_settings().model_prices
    except (SetupError, InvalidOption):
        return None
    return cost(to_read(len(chosen)).usage, *prices)


class _Reader:
    """Draws pages and asks about them. A model that has become unavailable is asked no more."""

    def __init__(self, source: Source, model: LanguageModel, options: GeminiOptions) -> None:
        self._source, self._options = source, options
        self._task = model.task(STAGE, source.document)
        self._renderer = Renderer()
        self._gone: ModelUnavailable | None = None

    def read(
        self, numbers: Sequence[int], progress: Progress | None
    ) -> Iterator[tuple[int, PageLayout | ModelError]]:
        """The answers for pages, in their order; `progress` counts those answered."""
        requests: dict[int, Request] = {}
        failed: dict[int, ModelError] = {}
        for number in numbers:
            if progress:
                progress(0, len(numbers))
            if self._gone:
                failed[number] = self._gone
                continue
            try:
                requests[number] = self._request(number)
            except (BrokenPdf, LimitReached) as error:
                failed[number] = ModelError(str(error))
        asked = [*requests.values()]
        check = partial(_check, asked)
        answers = self._task.ask_all(asked, PageLayout, check, progress)
        answered = dict(zip(requests, answers, strict=True))
        for number in numbers:
            answer = answered.get(number) or failed[number]
            if isinstance(answer, ModelUnavailable):
                self._gone = answer
            yield number, answer

    def close(self) -> None:
        self._renderer.close()

    def _request(self, number: int) -> Request:
        width = _width(self._source.pages[number - 1], self._options.side)
        image = self._renderer.page(self._source.path, number, width, self._source.name)
        turn = Turn(
            Speaker.USER,
            f"This is the page with the page_number {number}.",
            pictures=(Picture(image.data, image.mime),),
        )
        return Request(INSTRUCTIONS, (turn,), PageLayout, max_output=self._options.max_output)


def _check(requests: Sequence[Request], place: int, layout: PageLayout) -> None:
    """Raises `PageSeenBlank`: else the same empty answer would come again for ever."""
    picture = requests[place].turns[0].pictures[0]
    if not layout.layout_elements and _shows_something(picture.content):
        raise PageSeenBlank("No element was listed, and the page is not blank.")


def _shows_something(picture: bytes) -> bool:
    with Image.open(io.BytesIO(picture)) as image:
        grey = np.asarray(image.convert("L").reduce(4), dtype=int)
    return int(np.ptp(grey)) >= _SHADES


def _width(page: Page, side: int) -> int:
    """Pixels across of a picture whose longer side has so many."""
    return max(round(side * page.width / max(page.width, page.height)), 1)


def _page(number: int, answer: PageLayout | ModelError) -> dict[str, Any]:
    if isinstance(answer, ModelError):
        elements = elements_of(getattr(answer, "reply", ""))
        return {"page_number": number, ELEMENTS: elements, "problem": str(answer)}
    return {"page_number": number, **answer.model_dump(mode="json", exclude_none=True)}


def _none_read(source: Source, error: ModelError) -> ModelError:
    """The error for a document of which nothing was read, of the class of the first."""
    failure = type(error)(f"The language model read no page of {source.name}. {error}")
    if isinstance(failure, ModelUnavailable) and isinstance(error, ModelUnavailable):
        failure.retry_after = error.retry_after
    return failure
