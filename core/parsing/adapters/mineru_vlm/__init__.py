"""MinerU with its vision language model, which sees the page first and then each element.

Source: thesis, section 3.3.3 (VLM).
"""

from core.parsing.adapters.base import Adapter
from core.parsing.adapters.mineru_vlm.convert import convert
from core.parsing.adapters.mineru_vlm.options import MineruVlmOptions
from core.parsing.adapters.mineru_vlm.run import missing, price, run

ADAPTER = Adapter(
    name="mineru_vlm",
    title="MinerU, VLM",
    about="Finds elements and reads them by one vision language model, on this machine or by a "
    "mineru-api. Gives boxes of elements; tables that go on on the next page are one.",
    native="a middle.json, or a content_list.json",
    convert=convert,
    options=MineruVlmOptions,
    run=run,
    missing=missing,
    price=price,
)
