"""A language model that sees, asked for the layout of pages: Gemini as in the thesis, or another.

Source: thesis, section 3.3.4 and listing A.1.
"""

from core.parsing.adapters.base import Adapter
from core.parsing.adapters.gemini.convert import convert
from core.parsing.adapters.gemini.options import GeminiOptions
from core.parsing.adapters.gemini.run import missing, price, run

ADAPTER = Adapter(
    name="gemini",
    title="Language model (Gemini)",
    about="The language model of the settings looks at a picture of each page, and gives its "
    "elements with text and boxes. The pictures are sent to its service. Its text is found on the "
    "page again, and what stands nowhere is marked.",
    native="its answer as JSON or text, with layout_elements, or a list of boxes (box_2d)",
    convert=convert,
    options=GeminiOptions,
    run=run,
    missing=missing,
    price=price,
)
