"""Docling: its library or docling-serve, with a layout model and TableFormer for tables.

Source: thesis, section 3.3.2 (parsing pipeline).
"""

from core.parsing.adapters.base import Adapter, price_at
from core.parsing.adapters.docling.convert import convert
from core.parsing.adapters.docling.options import DoclingOptions
from core.parsing.adapters.docling.run import missing, run

ADAPTER = Adapter(
    name="docling",
    title="Docling",
    about="Finds elements by a layout model and rows and columns of tables by TableFormer, on this "
    "machine or by a docling-serve. Gives boxes of elements and of cells.",
    native="a DoclingDocument as JSON, an answer of docling-serve, or DocTags (.doctags.txt, .dt)",
    convert=convert,
    options=DoclingOptions,
    run=run,
    missing=missing,
    price=lambda pages, options: price_at(options.url, pages),
)
