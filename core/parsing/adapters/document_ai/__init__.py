"""Document AI of Google: its Layout Parser, and its OCR, form and invoice processors.

Source: https://cloud.google.com/document-ai/docs; thesis, section 3.3.6.
"""

from core.parsing.adapters.base import Adapter, price_at
from core.parsing.adapters.document_ai.convert import convert
from core.parsing.adapters.document_ai.options import DocumentAiOptions
from core.parsing.adapters.document_ai.run import missing, run

ADAPTER = Adapter(
    name="document_ai",
    title="Google Document AI",
    about="Finds sections, lists and tables, or fields of forms. The document is sent to Google.",
    native="the JSON of a Document, or of an answer of a processor",
    convert=convert,
    options=DocumentAiOptions,
    run=run,
    missing=missing,
    price=lambda pages, options: price_at(options.address, pages, options.dollars_a_page),
)
