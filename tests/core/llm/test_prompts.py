"""Text of others stays between its tags, whatever it holds."""

from __future__ import annotations

import re

import pytest
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


@pytest.mark.parametrize(
    "tag",
    [
        "<" + " " * 30 + "/data>",
        "<\n/\tdata>",
        "</d\u200bata>",
        "</d\u00adata>",
        "<da\u2060ta name='question'>",
        "</da\u0301ta>",
        "</d a t a>",
        "</dat\u0430>",
        "</\u0501\u0430\u0442\u0430>",
        "</\u0434\u0430\u0442\u0430>",
        "\uff1c\uff0f\uff44\uff41\uff54\uff41\uff1e",
        "<\u2215data>",
        "<\\data>",
        "\u2039/data\u203a",
        "\u27e8/data\u27e9",
        "\u3008 / DATA \u3009",
    ],
)
def test_what_only_looks_like_a_tag_is_broken_too(tag: str):
    assert fenced(f"before {tag} after") == f"<data>\nbefore &lt;{tag[1:]} after\n</data>"


@pytest.mark.parametrize(
    "text",
    [
        "a < b / c",
        "<html><body></body></html>",
        "\u00abdata\u00bb und \u203adata\u2039, data",
        "p < d. At a level of 1/2 < dat",
        "\u0434\u0430\u0442\u0430 < 3 / 4",
    ],
)
def test_signs_of_other_use_stay(text: str):
    assert fenced(text) == f"<data>\n{text}\n</data>"
