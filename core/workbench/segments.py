"""Segments of narratives by the language model: asked for by somebody, and taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.chunking.segments_by_model import STAGE, ask
from core.errors import InvalidOption, SetupError
from core.inspection.expected_tokens import Expected, to_part
from core.parsing import get_parser
from core.parsing.base import NATIVE, ParserOptions
from core.parsing.native_files import make_native_file
from core.parsing.parse_info import AUTOMATIC
from core.parsing.semantic_flow.given_segments import SEGMENTS_BY
from core.rights import Right
from core.sir import Route
from core.tokenizer import minilm_tokenizer
from core.tokens import tokenize

if TYPE_CHECKING:
    from core.library import DocumentRecord, ParseInfo
    from core.progress import Progress
    from core.workbench.document_trees import ModelGetter
    from core.workbench.documents import Documents

_NO_MODEL = (
    "There is no language model to say where topics change. Choose one on the page Settings, or "
    "set GEMINI_API_KEY or SIGHTLINE_MODEL."
)


class Segments:
    """Where segments of path 2 begin, by the language model in place of distances."""

    def __init__(self, documents: Documents, model: ModelGetter) -> None:
        """`model` gives the language model in force."""
        self._documents = documents
        self._library = documents.library
        self._model = model

    def possible(self, document: str) -> bool:
        """Whether a document is read by path 2. Raises `NotFound`."""
        return _flows(self._library.get(document).parse)

    def by(self, document: str) -> str:
        """The model that chose the segments of a document as it is read now; empty for none."""
        return self._documents.sir(document).metadata.get(SEGMENTS_BY, "")

    def expected(self, document: str) -> Expected:
        """About what the model would be asked; nothing is asked."""
        sir = self._documents.sir(document)
        return to_part(sum(len(node.text) for node in sir.nodes[: sir.flow]))

    def ask(self, document: str, progress: Progress | None = None) -> DocumentRecord:
        """Has the model choose where segments begin; the record of the document read so.

        `progress` counts stretches of text, and then pages. What was made from the tree before is
        forgotten. Where the model fails for a part, distances decide there, and the record says
        so.

        Raises:
            SetupError: there is no language model.
            InvalidOption: the document is not read by path 2, or is too short to be parted.
            ModelError: no answer of the model could be used; everything stays as it was.
            Cancelled: `progress` asked for it; likewise.
            NotFound: the library has no such document.
        """
        self._library.permissions.allow(Right.EDIT)
        model, parse = self._model(), self._flowing(document)
        if model is None:
            raise SetupError(_NO_MODEL)
        # Without pages by a model too, which come into the flow when it has its segments.
        options = _without(parse, "segments_by_model", "by_model")
        sir = self._documents.trial(document, parse.parser, progress, options)
        stream = tokenize(sir, minilm_tokenizer())
        given = ask(model.task(STAGE, document), stream, progress)
        if not given.gaps:
            raise InvalidOption(
                "This document is too short to be parted: no stretch between two headings has 500 "
                "words."
            )
        content = given.model_dump_json().encode()
        name = make_native_file("segments", content, "").file
        self._library.store_bytes(document, NATIVE, name, content)
        return self._use(document, parse, name, progress)

    def take_back(self, document: str, progress: Progress | None = None) -> DocumentRecord:
        """The record after distances decide again; `progress` counts pages. Raises as `ask`."""
        return self._use(document, self._flowing(document), "", progress)

    def _use(
        self, document: str, parse: ParseInfo, name: str, progress: Progress | None
    ) -> DocumentRecord:
        options = _without(parse).model_copy(update={"segments_by_model": name})
        return self._documents.use_route(document, parse.parser, progress, options)

    def _flowing(self, document: str) -> ParseInfo:
        record = self._library.get(document)
        if record.parse is None or not _flows(record.parse):
            raise InvalidOption(
                f"{record.name} is not read by semantic flow, so it has no segments. Choose that "
                "route first: on the page Structure, or with ingest --route semantic_flow."
            )
        return record.parse


def _flows(parse: ParseInfo | None) -> bool:
    if parse is None or parse.parser != AUTOMATIC:
        return parse is not None and parse.parser == Route.SEMANTIC_FLOW
    return parse.options.get("route") == Route.SEMANTIC_FLOW


def _without(parse: ParseInfo, *names: str) -> ParserOptions:
    kept = {name: value for name, value in parse.options.items() if name not in names}
    return get_parser(parse.parser).options.model_validate(kept)
