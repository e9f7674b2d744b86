"""LlamaParse: pages as typed items, from its service.

Source: https://developers.llamaindex.ai/llamaparse; thesis, section 3.3.5.
"""

from core.parsing.adapters.base import Adapter, price_at
from core.parsing.adapters.llamaparse.convert import convert
from core.parsing.adapters.llamaparse.options import LlamaParseOptions
from core.parsing.adapters.llamaparse.run import missing, run

ADAPTER = Adapter(
    name="llamaparse",
    title="LlamaParse",
    about="Reads pages by language models. The document is sent to its service.",
    native="the JSON result of a job, of the first (v1) or the second (v2) interface",
    convert=convert,
    options=LlamaParseOptions,
    run=run,
    missing=missing,
    price=lambda pages, options: price_at(options.url, pages, options.dollars_a_page),
)
