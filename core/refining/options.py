"""What the Refiner adds to chunks, and by what beside their words they are searched."""

from __future__ import annotations

from pydantic import Field

from core.errors import InvalidOption
from core.value_models import StrictModel

_NONE = "none"
_JOINED = "-"
"""No sign that an address would write otherwise."""


class RefiningOptions(StrictModel):
    """The parts of the Refiner, each for any strategy; what is on is searched with the content.

    TopoChunker has all of them on. What a switch does to MRR was measured by
    `benchmarks/ablations.py`, on documents that nothing was fitted on.

    Source: TopoChunker, section 3.3.
    """

    lineage: bool = Field(
        default=True,
        title="Headings above",
        description="The headings above a chunk that it does not hold are searched with it.",
    )
    signature: bool = Field(
        default=False,
        title="Signature",
        description="Each chunk is shown with three to eight words on its topic. They repeat "
        "words of the chunk, so they are searched only where both are embedded.",
    )
    supplement: bool = Field(
        default=False,
        title="Context supplement",
        description="Terms, acronyms, references and pronouns of a chunk are shown with what they "
        "mean, from elsewhere in the document, and count as these words where a question says "
        "them. With hierarchical chunks MRR stayed as it was (287 questions), and rose from 0.58 "
        "to 0.80 where a question says in words what the chunk that answers has as a short form "
        "(69, of five documents), from 0.66 to 0.73 on ten documents with definitions: worth it "
        "where short forms hide what is asked for.",
    )
    embedded: bool = Field(
        default=False,
        title="Embed both",
        description="Signature and supplement are also put into the vector of a chunk, as "
        "TopoChunker does. MRR fell by 0.006 with hierarchical chunks and by 0.011 with topology.",
    )

    @property
    def adds(self) -> bool:
        """Whether chunks get anything that rules or a language model have to make."""
        return self.signature or self.supplement

    @property
    def text(self) -> str:
        """The parts that are on, such as `lineage-supplement`, or `none`."""
        return _JOINED.join(name for name, is_on in self.model_dump().items() if is_on) or _NONE


DEFAULT_REFINING = RefiningOptions()
"""The parts as the app starts with them."""
WHOLE = RefiningOptions(lineage=True, signature=True, supplement=True)
"""All that the Refiner adds, searched by its words."""


def read_refining(text: str) -> RefiningOptions:
    """The options that `RefiningOptions.text` names.

    Raises:
        InvalidOption: there is no such part.
    """
    names = [] if text == _NONE else text.split(_JOINED)
    known = RefiningOptions.model_fields
    if unknown := [name for name in names if name not in known]:
        raise InvalidOption(
            f"The Refiner has no part {unknown[0]!r}. Name some of "
            f"{', '.join(known)}, joined by {_JOINED}, or {_NONE}."
        )
    return RefiningOptions(**{name: name in names for name in known})
