"""MinerU with its pipeline of models, which gives a box for each line.

Source: thesis, section 3.3.3 (parsing pipeline).
"""

from core.parsing.adapters.base import Adapter
from core.parsing.adapters.mineru_pipeline.convert import convert
from core.parsing.adapters.mineru_pipeline.options import MineruPipelineOptions
from core.parsing.adapters.mineru_pipeline.run import missing, price, run

ADAPTER = Adapter(
    name="mineru_pipeline",
    title="MinerU, pipeline",
    about="Finds elements by a layout model, and reads text, formulas and tables by a model each, "
    "on this machine or by a mineru-api. Gives boxes of elements and of lines.",
    native="a middle.json, or a content_list.json",
    convert=convert,
    options=MineruPipelineOptions,
    run=run,
    missing=missing,
    price=price,
)
