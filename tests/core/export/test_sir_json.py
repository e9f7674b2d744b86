"""The JSON of a tree also says what follows from it, and is read back without that."""

from __future__ import annotations

import json

from core.export.sir_json import structure_json
from core.sir_io import from_json
from core.tokenizer import minilm_tokenizer
from core.tokens import tokenize
from tests.builders import aside, heading, sir_from_texts, table


def test_nodes_have_lineage_lock_and_weight_and_those_set_aside_have_none() -> None:
    blocks = [heading("Dose"), heading("Children", 2), table([["5 mg"]]), aside("Page 1")]
    stream = tokenize(sir_from_texts(blocks), minilm_tokenizer())
    content = json.loads(json.dumps(structure_json(stream)))
    by_type = {values["type"]: values for values in content["nodes"]}
    first, second = (v["id"] for v in content["nodes"] if v["type"] == "section_header")
    assert by_type["table"]["lineage"] == [first, second]
    assert by_type["table"]["locked"] is True
    assert by_type["table"]["token_weight"] == by_type["table_cell"]["token_weight"] == 2
    assert content["nodes"][0]["token_weight"] == len(stream)
    assert (by_type["page_footer"]["lineage"], by_type["page_footer"]["token_weight"]) == (
        None,
        None,
    )
    assert from_json(content).nodes == stream.sir.nodes
