"""What is read of the JSON of Docling (DoclingDocument), every value checked.

A value of a wrong type counts as one that is not there, so that one damaged item does not cost the
rest. Keys that are not named here are passed over, as those of later versions.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, WrapValidator

_LARGEST = 10**7
"""Numbers of rows, columns and pages beyond which a value is damaged."""


def _or_nothing(value: Any, handler: Any) -> Any:
    try:
        return handler(value)
    except (ValidationError, RecursionError):
        return None


def _sound(value: Any) -> Any:
    """Texts without halves of characters, which cannot be written anywhere."""
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else ""


def _references(value: Any) -> list[str]:
    """The targets of a list of references, `$ref` today and `cref` in version 1.0."""
    items = value if isinstance(value, list) else []
    return [target for target in map(_reference, items) if target]


def _reference(value: Any) -> str:
    if not isinstance(value, dict):
        return ""
    target = value.get("$ref", value.get("cref"))
    return target if isinstance(target, str) else ""


def _dicts(value: Any) -> list[Any]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


Text = Annotated[str, BeforeValidator(_sound)]
Targets = Annotated[list[str], BeforeValidator(_references)]
Count = Annotated[Annotated[int, Field(ge=0, le=_LARGEST)] | None, WrapValidator(_or_nothing)]
Flag = Annotated[bool | None, WrapValidator(_or_nothing)]


class _Model(BaseModel):
    model_config = ConfigDict(extra="ignore", hide_input_in_errors=True)


class BoundingEdges(_Model):
    """A box in units of the page; from the bottom left with `BOTTOMLEFT`, else the top left."""

    l: float  # noqa: E741
    t: float
    r: float
    b: float
    coord_origin: Text = "TOPLEFT"


Edges = Annotated[BoundingEdges | None, WrapValidator(_or_nothing)]


class Provenance(_Model):
    """A place of an item."""

    page_no: Count = None
    bbox: Edges = None


class Cell(_Model):
    """A cell of a table; `ref` names what it holds where that is more than text."""

    bbox: Edges = None
    row_span: Count = 1
    col_span: Count = 1
    start_row_offset_idx: Count = None
    start_col_offset_idx: Count = None
    text: Text = ""
    column_header: Flag = False
    row_header: Flag = False
    ref: Annotated[str, BeforeValidator(_reference)] = ""


class TableData(_Model):
    """The cells of a table: in a list, or, in some outputs, only in their grid."""

    table_cells: Annotated[list[Cell], BeforeValidator(_dicts)] = []
    grid: Any = None

    def cells(self) -> list[Cell]:
        """All cells, each once."""
        if self.table_cells or not isinstance(self.grid, list):
            return self.table_cells
        rows = (_dicts(row) for row in self.grid)
        cells = [Cell.model_validate(cell) for row in rows for cell in row]
        places = {(cell.start_row_offset_idx, cell.start_col_offset_idx): cell for cell in cells}
        return list(places.values())


class GraphCell(_Model):
    """A key or a value of a form."""

    cell_id: Count = None
    label: Text = ""
    text: Text = ""
    orig: Text = ""
    prov: Annotated[Provenance | None, WrapValidator(_or_nothing)] = None
    item_ref: Annotated[str, BeforeValidator(_reference)] = ""


class GraphLink(_Model):
    """What two cells have to do with each other."""

    label: Text = ""
    source_cell_id: Count = None
    target_cell_id: Count = None

    @property
    def ends(self) -> tuple[int, int]:
        """The numbers of both cells; -1 for one that is not named."""
        source, target = self.source_cell_id, self.target_cell_id
        return -1 if source is None else source, -1 if target is None else target


class Graph(_Model):
    """Keys and values, and which belong together."""

    cells: Annotated[list[GraphCell], BeforeValidator(_dicts)] = []
    links: Annotated[list[GraphLink], BeforeValidator(_dicts)] = []


class Annotation(_Model):
    """What a model said of a picture: a description, a molecule, or the data of a chart."""

    kind: Text = ""
    text: Text = ""
    smi: Text = ""
    chart_data: Annotated[TableData | None, WrapValidator(_or_nothing)] = None


class PictureMeta(_Model):
    """The same in later versions."""

    description: Annotated[Annotation | None, WrapValidator(_or_nothing)] = None
    molecule: Annotated[Annotation | None, WrapValidator(_or_nothing)] = None
    tabular_chart: Annotated[Annotation | None, WrapValidator(_or_nothing)] = None
    code: Annotated[Annotation | None, WrapValidator(_or_nothing)] = None


class Item(_Model):
    """An item of any kind: a text, group, table, picture, form."""

    label: Text = ""
    text: Text = ""
    orig: Text = ""
    content_layer: Text = ""
    level: Count = None
    marker: Text = ""
    enumerated: Flag = False
    prov: Annotated[list[Provenance], BeforeValidator(_dicts)] = []
    children: Targets = []
    captions: Targets = []
    footnotes: Targets = []
    data: Annotated[TableData | None, WrapValidator(_or_nothing)] = None
    graph: Annotated[Graph | None, WrapValidator(_or_nothing)] = None
    annotations: Annotated[list[Annotation], BeforeValidator(_dicts)] = []
    meta: Annotated[PictureMeta | None, WrapValidator(_or_nothing)] = None


class Size(_Model):
    """The size of a page, in units of its boxes."""

    width: Annotated[float, Field(gt=0, allow_inf_nan=False)]
    height: Annotated[float, Field(gt=0, allow_inf_nan=False)]


class PageItem(_Model):
    """A page that was read."""

    size: Annotated[Size | None, WrapValidator(_or_nothing)] = None
