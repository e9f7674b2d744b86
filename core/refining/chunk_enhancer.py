"""The Refiner with a language model: what rules made, bettered where the model can.

Source: TopoChunker, section 3.3 (Refiner Agent).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from core.refining.model_resolution import resolve
from core.refining.model_signatures import sign
from core.refining.supplement import limited

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from core.chunking.base import ChunkingResult
    from core.llm.model import LanguageModel
    from core.progress import Progress
    from core.refining.answers import ChunkAnswers

_SHOWN = 5
"""Chunks that a repair names."""


def ask_model(
    ruled: ChunkingResult, model: LanguageModel, progress: Progress | None
) -> ChunkingResult:
    """The chunks with what the model adds to rules; all of theirs stays where it fails.

    Raises:
        Cancelled: `progress`, which counts chunks, asked for it.
    """
    total = len(ruled.chunks)
    signing = model.task("sign", ruled.document)
    signed = sign(signing, ruled.sir, ruled.chunks, _half(progress, 0, total))
    resolving = model.task("supplement", ruled.document)
    half = _half(progress, 1, total)
    resolved = resolve(resolving, ruled.sir, ruled.chunks, half)
    chunks = tuple(
        replace(
            chunk,
            signature=signed.values.get(chunk.index, chunk.signature),
            supplement=limited(
                [*chunk.supplement, *resolved.values.get(chunk.index, ())], chunk.content
            ),
        )
        for chunk in ruled.chunks
    )
    took_part = bool(signed.values) or any(resolved.values.values())
    making, use = ruled.making, signing.use + resolving.use
    making = replace(
        making,
        model=making.model or (model.name if took_part else ""),
        notices=(*making.notices, *_notices(signed, resolved)),
        repairs=(*making.repairs, *_repairs(signed, resolved)),
        use=making.use + use if making.use else use,
    )
    return replace(ruled, chunks=chunks, making=making)


def _notices(signed: ChunkAnswers[Any], resolved: ChunkAnswers[Any]) -> Iterator[str]:
    if signed.errors:
        yield (
            f"The language model gave no signature for {signed.failed} of {signed.asked} chunks: "
            f"{signed.errors[0]} Key phrases took its place."
        )
    if resolved.errors:
        yield (
            f"The language model looked up no context for {resolved.failed} of "
            f"{resolved.asked} chunks: {resolved.errors[0]} They have what rules found."
        )


def _repairs(signed: ChunkAnswers[Any], resolved: ChunkAnswers[Any]) -> Iterator[str]:
    for reason, chunks in _by_reason(signed.refused).items():
        yield f"Signature of chunk {chunks} not taken ({reason}): key phrases instead."
    for reason, chunks in _by_reason(resolved.refused).items():
        yield f"Context of chunk {chunks}: dropped {reason}."


def _by_reason(refused: Mapping[int, str]) -> dict[str, str]:
    """Numbers of chunks as people count them, under what was wrong with their answer."""
    chunks: dict[str, list[int]] = {}
    for index, reason in sorted(refused.items()):
        chunks.setdefault(reason, []).append(index + 1)
    return {
        reason: ", ".join(map(str, numbers[:_SHOWN])) + (" ..." if numbers[_SHOWN:] else "")
        for reason, numbers in chunks.items()
    }


def _half(progress: Progress | None, number: int, total: int) -> Progress | None:
    """Progress of the first or second half of the work, told in chunks."""
    if progress is None:
        return None
    return lambda done, of: progress(total * (number * of + done) // (2 * of or 1), total)
