"""Granite-Docling: a small model that sees a page and writes it in DocTags.

Source: thesis, section 3.3.2 (Granite Docling).
"""

from core.parsing.adapters.base import Adapter, price_at
from core.parsing.adapters.granite_docling.convert import convert
from core.parsing.adapters.granite_docling.options import GraniteDoclingOptions
from core.parsing.adapters.granite_docling.run import missing, run

ADAPTER = Adapter(
    name="granite_docling",
    title="Granite-Docling",
    about="A small model looks at a picture of each page and writes its elements with boxes and "
    "tables in DocTags. It runs on any service that speaks the OpenAI API and has the model.",
    native="its DocTags: a JSON list with one text for each page, or one text with <page_break>",
    convert=convert,
    options=GraniteDoclingOptions,
    run=run,
    missing=missing,
    price=lambda pages, options: price_at(options.url, pages),
)
