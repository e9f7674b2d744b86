"""Strategies that cut a document into chunks, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from core.chunking.assembly import assemble
from core.chunking.base import Chunker, ChunkingResult, ChunkSource, Cutting
from core.errors import InvalidOption, first_problem
from core.plugins import load

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.chunking.options import ChunkingOptions


STRATEGIES = {
    "fixed": "core.chunking.fixed:FixedChunker",
    "recursive": "core.chunking.recursive:RecursiveChunker",
    "semantic": "core.chunking.semantic:SemanticChunker",
    "hierarchical": "core.chunking.hierarchical:HierarchicalChunker",
    "heading_anchored": "core.chunking.heading_anchored:HeadingAnchoredChunker",
    "retrieval_aware": "core.chunking.retrieval_aware:RetrievalAwareChunker",
    "topology": "core.chunking.topology:TopologyChunker",
    "three_step": "core.chunking.three_step:ThreeStepChunker",
    "lumber": "core.chunking.lumber:LumberChunker",
    "propositions": "core.chunking.propositions:PropositionChunker",
    "sentences": "core.chunking.sentence_windows:SentenceWindowChunker",
}

PLANNED = frozenset({"topology", "retrieval_aware", "three_step", "lumber", "propositions"})
"""Strategies that ask a language model where there is one."""

READS_SENTENCES = frozenset({"semantic", "topology", "three_step", "lumber"})
"""Strategies whose rules read the sentences of a document, which are embedded once."""


def chunker(strategy: str) -> Chunker[Any]:
    """The strategy of that name.

    Raises:
        InvalidOption: there is none.
    """
    return load(STRATEGIES, strategy)()


def make_options(strategy: str, values: Mapping[str, float | str]) -> ChunkingOptions:
    """Checked options of a strategy; what is left out has its default.

    Raises:
        InvalidOption: a value is unknown or outside its range.
    """
    try:
        options: ChunkingOptions = chunker(strategy).options.model_validate(dict(values))
    except ValidationError as error:
        raise InvalidOption(f"{_problem(error, strategy)}.") from error
    return options


def _problem(error: ValidationError, strategy: str) -> str:
    fields = {
        k: info for name in STRATEGIES for k, info in chunker(name).options.model_fields.items()
    }
    symbols = {name: (info.title or name).partition(":")[0] for name, info in fields.items()}
    first = error.errors()[0]
    name = str(first["loc"][0]) if first["loc"] else ""
    if first["type"] != "extra_forbidden":
        return first_problem(error, symbols)
    if name not in fields:
        return f"{strategy} has no option {name}"
    return f"{symbols[name]} ({name}) does not apply to {strategy}"


def chunk(source: ChunkSource, strategy: str, options: ChunkingOptions) -> ChunkingResult:
    """The chunks of a document by a strategy.

    Raises:
        InvalidOption: unknown strategy, or options of another one.
    """
    cutter = chunker(strategy)
    if not isinstance(options, cutter.options):
        raise InvalidOption(f"These options are not those of the strategy {strategy!r}.")
    cutting = cutter.cut(source, options) if len(source.stream) else Cutting([])
    return assemble(source.stream, cutting, strategy, options)
