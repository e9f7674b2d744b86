"""The normalised JSON of structured chunking: headings and blocks page by page, without places."""

from core.parsing.adapters.base import Adapter
from core.parsing.adapters.brought import NormalisedOptions, missing, price, run
from core.parsing.adapters.normalised.convert import convert

ADAPTER = Adapter(
    name="normalised",
    title="Normalised JSON",
    about="Headings of three levels, paragraphs, lists and tables page by page, as exports of "
    "structures and other pipelines write them. Their words are found on the pages.",
    native="a JSON file of pages with h1, h2, h3, p, list and table, or with blocks",
    convert=convert,
    options=NormalisedOptions,
    run=run,
    missing=missing,
    price=price,
)
