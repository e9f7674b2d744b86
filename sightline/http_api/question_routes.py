"""Questions over HTTP: what is found, what is answered, and by which recipe."""

from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field

from sightline.foreign_input import DocumentNames, Earlier, Question, foreign_recipe
from sightline.http_api.context import PREFIX, TheLibrary
from sightline.library import MOST_HITS
from sightline.lists import HitList
from sightline.results import Answer

router = APIRouter(prefix=PREFIX, tags=["questions"])


class _Asked(BaseModel):
    model_config = ConfigDict(extra="forbid")

    question: Question
    documents: DocumentNames | None = None
    recipe: dict[str, Any] | None = Field(None, description="Left out: the recipe in force.")


class SearchQuestion(_Asked):
    """What to search for."""

    limit: int | None = Field(
        None, ge=1, le=MOST_HITS, description="Chunks at most; left out: as the recipe says."
    )


class AskedQuestion(_Asked):
    """What to answer."""

    before: Earlier = []
    by_model: bool = Field(
        True, description="Let the language model write the answer, where there is one."
    )


@router.post("/search")
def search(question: SearchQuestion, library: TheLibrary) -> HitList:
    """The chunks nearest to a question, the best first, with their lines."""
    recipe = foreign_recipe(library, question.recipe)
    notices: list[str] = []
    hits = library.search(
        question.question, question.documents, question.limit, recipe, notices.append
    )
    return HitList(hits=tuple(hits), notice=" ".join(notices))


@router.post("/ask")
def ask(question: AskedQuestion, library: TheLibrary) -> Answer:
    """The answer that the app gives, with the exact lines of each quote; or none, and why."""
    return library.ask(
        question.question,
        question.documents,
        question.before,
        foreign_recipe(library, question.recipe),
        by_model=question.by_model,
    )


@router.get("/recipe")
def get_recipe(library: TheLibrary) -> dict[str, Any]:
    """How documents are cut, searched and answered from where a request does not say."""
    return library.recipe.to_json()
