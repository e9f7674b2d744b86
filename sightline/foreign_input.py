"""What programs on the other side of a connection send, checked before it is used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from core.answering.query.asked_text import LONGEST_QUESTION
from core.configuration import Configuration
from core.embedding import ENCODERS
from core.errors import InvalidOption
from core.sir import Location
from core.spans import Role
from sightline.results import Line

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sightline.library import Library

MOST_DOCUMENTS = 1000
"""Documents that one call names; without names all are searched."""
MOST_EARLIER = 20
"""Earlier questions that one may go on from."""
_MOST_LINES, _MOST_PAGES = 2000, 100_000

Question = Annotated[
    str, Field(max_length=LONGEST_QUESTION, description="What is asked, in words.")
]
DocumentNames = Annotated[
    list[str],
    Field(
        max_length=MOST_DOCUMENTS,
        description="Documents to search: ids, or names of files. Left out: all.",
    ),
]
Earlier = Annotated[
    list[Question],
    Field(
        max_length=MOST_EARLIER,
        description="Questions asked before, the oldest first, which this one may go on from.",
    ),
]


Edge = Annotated[float, Field(ge=-1, le=2, description="Fraction of the page, within it 0 to 1.")]


class MarkedLine(BaseModel):
    """A line to mark on a page, as it stands in a citation or chunk."""

    model_config = ConfigDict(extra="forbid")

    page: Annotated[int, Field(ge=1, le=_MOST_PAGES, description="Page of the file, from 1.")]
    left: Edge
    top: Edge
    right: Edge
    bottom: Edge
    location: Location = Location.EXACT
    role: Role = Role.OWN

    @model_validator(mode="after")
    def _is_no_box_inside_out(self) -> Self:
        if self.right < self.left or self.bottom < self.top:
            raise PydanticCustomError("box", "right and bottom lie behind left and top")
        return self


MarkedLines = Annotated[list[MarkedLine], Field(max_length=_MOST_LINES)]


def result_lines(lines: Iterable[MarkedLine]) -> list[Line]:
    """The lines as results hold them."""
    return [Line(**line.model_dump(mode="json")) for line in lines]


def foreign_recipe(library: Library, values: Mapping[str, Any] | None) -> Configuration | None:
    """A recipe in values of JSON; None without values, which stands for that of the library.

    What is left out is as the app starts with it, but the embedding model that of the library. No
    other is loaded than that one and those that come with Sightline: another would be fetched from
    the network, or asked for money.

    Raises:
        InvalidOption: an option is unknown or out of range, or the model is not offered.
    """
    if values is None:
        return None
    own = library.recipe.encoder
    recipe = Configuration.from_json({"encoder": own, **values})
    if recipe.parser:
        raise InvalidOption("parser: documents are read as they are in the library; leave it out.")
    offered = list(dict.fromkeys([own, *ENCODERS]))
    if recipe.encoder not in offered:
        raise InvalidOption(f"encoder must be one of: {', '.join(offered)}.")
    return recipe
