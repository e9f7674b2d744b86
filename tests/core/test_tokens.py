"""The token stream: places, delimiters, separators and texts."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings

from core.sir import ElementType, Sir
from core.spans import separator
from core.tokenizer import minilm_tokenizer
from core.tokens import Delimiter, TokenStream, tokenize
from tests.builders import Block, aside, bullets, heading, sir_from_texts, table
from tests.strategies import streams

quiet = settings(
    max_examples=50,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def stream_of(*blocks: Block | str) -> TokenStream:
    return tokenize(sir_from_texts(blocks), minilm_tokenizer())


def node_of(sir: Sir, kind: ElementType) -> int:
    return next(i for i, node in enumerate(sir.nodes) if node.type is kind)


def token_text(stream: TokenStream, index: int) -> str:
    tokens = stream.tokens
    text = stream.sir.nodes[int(tokens.node[index])].text
    return text[int(tokens.start[index]) : int(tokens.end[index])]


def test_a_token_knows_its_node_and_its_text() -> None:
    stream = stream_of(heading("Dose"), "Give immunotherapy now.")
    assert stream.tokens.node[:2].tolist() == [1, 2]
    texts = (token_text(stream, at) for at in range(1, len(stream)))
    assert "".join(texts) == "Give immunotherapy now."


def test_what_was_set_aside_has_no_tokens() -> None:
    stream = stream_of("Text.", aside("Page 3"))
    assert stream.text(0, len(stream)) == "Text."


def test_delimiters_are_those_before_each_token() -> None:
    stream = stream_of("One two. Three! Four?Five", bullets("six", "seven"))
    kinds = [Delimiter(int(kind)) for kind in stream.delimiter]
    texts = [token_text(stream, i).strip() for i in range(len(stream))]
    before = dict(zip(texts, kinds, strict=True))
    assert before["One"] is Delimiter.PARAGRAPH
    assert before["two"] is Delimiter.SPACE
    assert before["Three"] is Delimiter.FULL_STOP
    assert before["Four"] is Delimiter.EXCLAMATION
    assert before["Five"] is Delimiter.QUESTION
    assert before["six"] is Delimiter.PARAGRAPH
    assert before["seven"] is Delimiter.LINE


def test_cells_are_joined_by_tabs_and_rows_by_line_breaks() -> None:
    stream = stream_of("Before", table([["a", "b"], ["c", "d"]]), table([["e"]]), "After")
    assert stream.text(0, len(stream)) == "Before\n\na\tb\nc\td\n\ne\n\nAfter"


def test_list_items_are_joined_by_line_breaks() -> None:
    stream = stream_of(bullets("one", "two"), "Text")
    assert stream.text(0, len(stream)) == "one\ntwo\n\nText"


def test_text_that_the_tokenizer_drops_gets_an_unknown_token() -> None:
    stream = stream_of("\u200b\u200b", "word")
    assert len(stream) == 2
    assert stream.tokens.ids[0] == minilm_tokenizer().token_to_id("[UNK]")


@quiet
@given(streams())
def test_tokens_of_a_node_share_out_its_text(stream: TokenStream) -> None:
    for node in range(stream.sir.flow):
        start, end = stream.own(node)
        joined = "".join(token_text(stream, i) for i in range(start, end))
        assert joined == (stream.sir.nodes[node].text if end > start else "")


@quiet
@given(streams())
def test_a_subtree_weighs_as_much_as_its_nodes(stream: TokenStream) -> None:
    sir = stream.sir
    for node in range(sir.flow):
        own = sum(end - start for start, end in map(stream.own, sir.walk(node)))
        assert stream.weight(node) == own
    assert stream.weight(0) == len(stream)


@quiet
@given(streams())
def test_words_of_a_range_are_those_of_its_characters(stream: TokenStream) -> None:
    sir = stream.sir
    middle = len(stream) // 2
    for start, end in ((0, middle), (middle, len(stream))):
        by_characters = [
            int(word)
            for node, low, high in stream.slices(start, end)
            for word in sir.words_between(node, low, high)
        ]
        assert stream.words(start, end).tolist() == by_characters


@quiet
@given(streams())
def test_every_token_is_on_the_page_of_its_first_word(stream: TokenStream) -> None:
    pages = {page.number for page in stream.sir.pages}
    assert set(stream.page.tolist()) <= pages | {0}


def test_separators_depend_on_the_two_nodes_alone() -> None:
    sir = sir_from_texts([heading("Dose"), "Text"])
    assert separator(sir, 1, 2) == "\n\n"
    assert sir.nodes[node_of(sir, ElementType.PARAGRAPH)].text == "Text"


def test_sentences_never_cross_nodes() -> None:
    stream = stream_of("One here. Two here.", "and three")
    starts = stream.sentence_starts.tolist()
    assert [token_text(stream, start).strip() for start in starts] == ["One", "Two", "and"]
