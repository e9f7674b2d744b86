"""COCO: boxes with categories on pictures of pages, as PubLayNet and DocLayNet have them.

An annotation may have an `order` (or `reading_order`), its place in the reading order of its page,
which COCO itself knows nothing of.

Source: COCO, data format, object detection (cocodataset.org).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import AliasChoices, BaseModel, Field, FiniteFloat, ValidationError

from core.errors import InputError, first_problem
from core.evaluation.gold.base import Annotations, Drawn
from core.evaluation.gold.drawing import Drawing
from core.evaluation.gold.page_images import Picture, Placed, place_pictures

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.evaluation.questions.formats.file_content import Content
    from core.library import DocumentRecord

_Side = Annotated[FiniteFloat, Field(gt=0)]


class _Image(BaseModel):
    id: int | str
    file_name: str = ""
    width: _Side = Field(validation_alias=AliasChoices("coco_width", "width"))
    height: _Side = Field(validation_alias=AliasChoices("coco_height", "height"))
    document: str = Field("", validation_alias=AliasChoices("doc_name", "document"))
    page: int | None = Field(
        None, validation_alias=AliasChoices("page_no", "page_number", "page"), ge=1
    )


class _Category(BaseModel):
    id: int | str
    name: str


class _Annotation(BaseModel):
    image_id: int | str
    category_id: int | str
    bbox: tuple[FiniteFloat, FiniteFloat, FiniteFloat, FiniteFloat]
    order: int | None = Field(None, validation_alias=AliasChoices("order", "reading_order"))
    ignore: bool | int = False
    iscrowd: int = 0


class _File(BaseModel):
    images: tuple[_Image, ...] = Field(min_length=1)
    categories: tuple[_Category, ...] = Field(min_length=1)
    annotations: tuple[_Annotation, ...]


class Coco:
    """Reads COCO JSON; see `GoldForm`."""

    def recognises(self, content: Content) -> bool:
        """Whether it is an object with pictures, categories and annotations."""
        return {"images", "categories", "annotations"} <= content.fields.keys()

    def read(self, content: Content, record: DocumentRecord) -> Annotations:
        """Boxes on the pages of a document; see `GoldForm.read`."""
        try:
            file = _File.model_validate(content.data)
        except ValidationError as error:
            raise InputError(
                f"{content.name} is not COCO as it should be: {first_problem(error)}. Correct it, "
                "or export it again."
            ) from error
        pictures = [
            Picture(image.file_name, image.width, image.height, image.document, image.page)
            for image in file.images
        ]
        placed = place_pictures(pictures, record, content.name)
        on = {file.images[index].id: picture for index, picture in placed.items()}
        names = {category.id: category.name for category in file.categories}
        scored = [each for each in file.annotations if each.image_id in on]
        drawn = tuple(_drawn(scored, names, on, content.name))
        return Annotations(
            categories=tuple(names.values()),
            drawn=drawn,
            pages=tuple(sorted(picture.page for picture in placed.values())),
            unscored=sum(bool(each.ignore or each.iscrowd) for each in scored),
        )


def _drawn(
    annotations: list[_Annotation],
    names: dict[int | str, str],
    pictures: dict[int | str, Placed],
    name: str,
) -> Iterator[Drawn]:
    drawing = Drawing(name)
    for each in annotations:
        if each.ignore or each.iscrowd:
            continue
        if each.category_id not in names:
            raise InputError(
                f"{name}: an annotation is of the category {each.category_id}, which the file does "
                "not name. Add it to its categories."
            )
        picture = pictures[each.image_id]
        left, top, width, height = each.bbox
        box = drawing.fractions((left, top, left + width, top + height), picture)
        if box:
            yield Drawn(names[each.category_id], picture.page, box, each.order)
    drawing.check()
