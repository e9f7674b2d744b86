"""Unstructured: elements with classes, from its library or its service.

Source: https://github.com/Unstructured-IO/unstructured; thesis, section 3.3.1.
"""

from core.parsing.adapters.base import Adapter, price_at
from core.parsing.adapters.unstructured.convert import convert
from core.parsing.adapters.unstructured.options import UnstructuredOptions
from core.parsing.adapters.unstructured.run import missing, run

ADAPTER = Adapter(
    name="unstructured",
    title="Unstructured",
    about="Finds elements by rules or by a layout model. Its library runs on this machine.",
    native="JSON: a list of elements, or of chunks with their elements in them",
    convert=convert,
    options=UnstructuredOptions,
    run=run,
    missing=missing,
    price=lambda pages, options: price_at(options.url, pages, options.dollars_a_page),
)
