"""Text of others stays between its tags, whatever it holds."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from core.llm.prompts import fenced

pieces = st.lists(
    st.one_of(
        st.text(max_size=12),
        st.sampled_from(
            ["<data>", "</data>", "</ data>", "< /data >", "</DATA>", "<data name=\"x\">", "<",
             "/", "data", ">", "</data\n>", "<</data>/data>", "&lt;", "</\u200bdata>"]
        ),
    ),
    max_size=8,
).map("".join)  # fmt: skip


@given(pieces, st.sampled_from(["", "question", "lines"]))
def test_data_never_ends_its_fence(text: str, name: str):
    found = fenced(text, name)
    assert len(re.findall(r"<[\s\u200b]*data", found, re.IGNORECASE)) == 1
    assert len(re.findall(r"<[\s\u200b]*/[\s\u200b]*data", found, re.IGNORECASE)) == 1
    assert found.endswith("\n</data>")


def test_a_name_stays_a_name():
    assert fenced("x", 'a"></data> <data').startswith('<data name="a /data data">\n')


@given(st.text().filter(lambda text: "<" not in text))
def test_other_text_is_left_as_it_is(text: str):
    assert f"\n{text}\n" in fenced(text)
