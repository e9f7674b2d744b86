"""Answers without a language model: what is quoted, where it stands, and when nothing is."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.answering import doubt, open_answerer
from core.answering.ranking import choice
from core.answering.reason import ASK_OTHERWISE
from core.chunking.additions import FigureDescription
from core.configuration import AnswerOptions
from core.embedding.hashing import HashingEncoder
from core.evidence.quotable_units import quoted
from core.geometry import contains_centre
from core.sir import HEADINGS
from core.tokenizer import minilm_tokenizer
from core.tokens import tokenize
from tests.builders import LINE_STEP, MARGIN, PAGE_HEIGHT, bullets, heading, table
from tests.core.answering.builders import FILLER, GUIDELINE, Found, found, found_in
from tests.strategies import sirs

if TYPE_CHECKING:
    from core.answering.base import Answer
    from core.answering.query.document_words import DocumentWords
    from core.sir import Sir

ENCODER = HashingEncoder(dimension=512)


def ask(place: Found, question: str, **options: float) -> Answer:
    answerer = open_answerer()
    return answerer.answer(
        question, place.hits, place.lookup, AnswerOptions.model_validate(options)
    )


def texts(answer: Answer) -> list[str]:
    return [citation.quote.text for citation in answer.citations]


def test_the_sentence_that_answers_is_quoted_alone_and_verbatim() -> None:
    answer = ask(found(GUIDELINE), "By how many mg is the dose raised each week?", max_citations=1)
    assert texts(answer) == ["Raise the dose by 5 mg each week."]


def test_a_numbered_recommendation_is_quoted_whole() -> None:
    rule = "1.4.2 Raise the dose by 5 mg each week. Stop if a rash appears."
    answer = ask(found([rule, FILLER]), "By how many mg is the dose raised?", max_citations=1)
    assert texts(answer) == [rule]


def test_a_citation_names_its_section_and_its_page() -> None:
    answer = ask(found(GUIDELINE), "When are liver enzymes checked?", max_citations=1)
    citation = answer.citations[0]
    assert citation.section_path == ("Monitoring",)
    assert (citation.page, citation.page_label, citation.pages) == (1, "1", (1,))


def test_the_lines_of_a_quote_hold_its_words_and_no_others() -> None:
    place = found(GUIDELINE)
    citation = ask(place, "By how many mg is the dose raised each week?").citations[0]
    sir = place.result.sir
    marked = [
        word
        for node in range(sir.flow)
        for k in range(sir.pieces.first[node], sir.pieces.first[node + 1])
        for word in [sir.nodes[node].text[sir.pieces.start[k] : sir.pieces.end[k]]]
        for left, top, right, bottom in [sir.words.boxes[sir.pieces.word[k]]]
        if any(
            contains_centre(line.box.edges, (left, top, right, bottom))
            and line.box.page == sir.lines.page[sir.words.line[sir.pieces.word[k]]]
            for line in citation.lines
        )
    ]
    assert marked == citation.quote.text.split()


def test_a_quote_over_a_page_break_has_lines_on_both_pages() -> None:
    lines_before = int((PAGE_HEIGHT - 2 * MARGIN) / LINE_STEP) - 1
    sentence = "Give veradine slowly through the large vein of the arm over at least two hours."
    place = found([*["One line of filler."] * lines_before, sentence])
    citation = ask(place, "How is veradine given through the vein?", threshold=0.0).citations[0]
    assert citation.quote.text == sentence
    assert citation.pages == (1, 2)
    assert {line.box.page for line in citation.lines} == {1, 2}


def test_a_table_row_is_quoted_whole_and_brings_its_header_row() -> None:
    place = found(GUIDELINE)
    quote = ask(place, "dose of solution for age under 60", max_citations=1).citations[0].quote
    assert quote.text == "under 60\t20 ml"
    assert quoted(place.result.sir, quote.header) == "Age\tDose of solution"


def test_a_sentence_that_a_chunk_cuts_is_quoted_whole() -> None:
    sentence = "Stop veradine at once " + "and call the doctor on duty " * 6 + "if a rash appears."
    place = found([sentence], max_tokens=16)
    assert len(place.hits) > 1
    assert texts(ask(place, "When is veradine stopped at once?", threshold=0.0)) == [sentence]


def test_headings_are_never_an_answer() -> None:
    place = found([heading("How often is blood pressure measured"), "Twice a day."])
    answer = ask(place, "How often is blood pressure measured?", threshold=0.0)
    assert texts(answer) == ["Twice a day."]


def test_a_paragraph_that_asks_something_is_no_answer() -> None:
    place = found(["How often is blood pressure measured?", FILLER, "It is measured twice a day."])
    answer = ask(place, "How often is blood pressure measured?", threshold=0.0)
    assert texts(answer)[0] == "It is measured twice a day."
    assert not any(text.endswith("?") for text in texts(answer))


def test_a_sentence_that_introduces_a_list_is_quoted_with_its_items() -> None:
    lead, items = "Suspect veradine poisoning in people with:", ("fever", "a slow pulse")
    place = found([heading("Signs"), lead, bullets(*items), "Unrelated words follow here."])
    answer = ask(place, "When is veradine poisoning suspected?", max_citations=1)
    assert texts(answer) == [f"{lead}\n\nfever\na slow pulse"]
    assert {s.node for s in answer.citations[0].quote.spans} == {
        line.node for line in answer.citations[0].lines
    }


LEAD = "Do not give veradine to people who:"
ITEMS = [f"have sign number {n} and take more than {n} mg of olrinate a day" for n in range(30)]


def test_an_item_of_a_long_list_is_quoted_with_what_introduces_the_list() -> None:
    place = found([LEAD, bullets(*ITEMS)])
    answer = ask(place, "May people with sign number 7 get veradine?", threshold=0.0)
    assert f"{LEAD}\n\n{ITEMS[7]}" in texts(answer)
    assert {text.splitlines()[0] for text in texts(answer)} == {LEAD}
    assert all(
        citation.quote.text == quoted(place.result.sir, citation.quote.spans)
        for citation in answer.citations
    )


def test_what_ends_the_sentence_of_a_list_is_quoted_with_each_item() -> None:
    end = "unless a specialist agrees."
    place = found([LEAD, bullets(*ITEMS), end])
    answer = ask(place, "May people with sign number 7 get veradine?", threshold=0.0)
    assert f"{LEAD}\n\n{ITEMS[7]}\n\n{end}" in texts(answer)


@pytest.mark.parametrize("turn", ["However, stop it", "This does not apply", "Exception: not"])
def test_a_sentence_of_a_long_paragraph_is_quoted_with_what_takes_it_back(turn: str) -> None:
    said, exception = "Raise the dose by 5 mg each week.", f"{turn} in people with a rash."
    text = f"{FILLER} {said} {exception} {FILLER}"
    answer = ask(found([text]), "By how many mg is the dose raised each week?", max_citations=1)
    assert texts(answer) == [f"{said} {exception}"]


def test_the_row_that_names_the_columns_is_no_answer() -> None:
    place = found([table([["Stage", "Survival"], ["I", "90 %"], ["II", "54 %"]])])
    answer = ask(place, "What is the survival by stage?", threshold=0.0)
    assert "Stage\tSurvival" not in texts(answer)
    assert answer.citations[0].quote.header


def test_a_sentence_that_only_repeats_the_question_is_no_answer() -> None:
    place = found(["When to suspect veradine poisoning.", "Veradine poisoning is suspected early."])
    answer = ask(place, "When to suspect veradine poisoning?", threshold=0.0)
    assert texts(answer) == ["Veradine poisoning is suspected early."]


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("May veradine be given in pregnancy?", "Veradine must not be given in pregnancy."),
        (
            "Darf Veradin in der Schwangerschaft gegeben werden?",
            "Veradin darf in der Schwangerschaft nicht gegeben werden.",
        ),
        ("Do people who smoke need veradine?", "People who smoke need no veradine."),
    ],
)
def test_a_sentence_with_the_words_of_the_question_answers_whether_it_is_so(
    question: str, sentence: str
) -> None:
    place = found(["Give 5 mg of veradine with water.", FILLER, sentence])
    answer = ask(place, question, threshold=0.0)
    assert texts(answer)[0] == sentence
    assert not answer.missing


@pytest.mark.parametrize(
    ("question", "answered"),
    [
        ("How many weeks apart are the vaccinations?", True),
        ("What is the capital of France?", False),
        ("How do I bake an apple pie?", False),
    ],
)
def test_in_another_language_only_what_is_about_the_same_answers(
    question: str, answered: bool
) -> None:
    place = found(
        [
            "Die beiden Impfungen werden im Abstand von sechs Wochen gegeben.",
            "Danach wird das Ergebnis in der Akte des Patienten vermerkt und unterschrieben.",
            "Die Leitung der Abteilung prüft die Liste der Geräte an jedem Montag.",
        ],
        max_tokens=32,
    )
    assert ask(place, question).abstained is not answered


def test_a_sentence_that_points_elsewhere_counts_less_than_one_that_says_it() -> None:
    pointer = "For the dose of veradine at night, see the section on the dose of veradine at night."
    place = found([pointer, "The dose of veradine is 5 mg."])
    answer = ask(place, "What is the dose of veradine at night?", max_citations=1)
    assert texts(answer) == ["The dose of veradine is 5 mg."]


def test_words_of_the_question_that_no_passage_holds_are_named() -> None:
    answer = ask(found(GUIDELINE), "Is proton therapy given with veradine?", threshold=0.0)
    assert answer.missing == ("proton", "therapy")
    assert "proton" in answer.reason


def test_a_part_of_a_word_that_is_a_single_letter_is_not_named_as_missing() -> None:
    answer = ask(found(GUIDELINE), "Is veradine ordered by e-mail?", threshold=0.0)
    assert answer.missing == ("ordered", "mail")


def test_words_that_only_ask_are_not_named_as_missing() -> None:
    answer = ask(found(GUIDELINE), "How much veradine did the abbot drink?", threshold=0.0)
    assert "abbot" in answer.missing
    assert "much" not in answer.missing


def test_the_same_sentence_in_two_places_is_quoted_once() -> None:
    place = found(["Give 5 mg of veradine.", FILLER, "Give 5 mg of veradine."])
    assert texts(ask(place, "How much veradine is given?", threshold=0.0)) == [
        "Give 5 mg of veradine."
    ]


def test_a_question_about_something_else_is_not_answered() -> None:
    answer = ask(found(GUIDELINE), "Who won the football championship in Brazil?")
    assert answer.abstained
    assert answer.citations == ()
    assert answer.evidence < answer.threshold
    assert 0 < len(answer.passages) <= len(found(GUIDELINE).hits)


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("What is the dose of flurbinol at night?", "flurbinol"),
        ("By how many mg is the dose of dravimol raised?", "dravimol"),
        ("What is the dose of ibuprofen at night?", "ibuprofen"),
    ],
)
def test_a_question_about_a_name_that_stands_nowhere_is_not_answered(
    question: str, name: str
) -> None:
    place = found(GUIDELINE)
    answer = ask(place, question)
    assert answer.abstained
    assert "Nothing that was read holds" in answer.reason
    assert not ask(place, question.replace(name, "veradine")).abstained


def test_a_drug_that_the_text_calls_by_its_other_name_is_no_reason_for_doubt() -> None:
    place = found(["Give paracetamol 15 mg/kg by mouth every 6 hours.", *GUIDELINE])
    assert not ask(place, "How often is acetaminophen given?").abstained


@pytest.mark.parametrize(
    ("content", "question"),
    [
        (
            "Les effets les plus fréquents chez les patients âgés sont les vertiges.",
            "Quels effets surviennent chez les personnes âgées ?",
        ),
        (
            "Los estudiantes pagan tres euros por la entrada del museo los días de semana.",
            "¿Cuánto pagan los alumnos por entrar al museo?",
        ),
        (
            "Mobile phones of staff are insured against theft and loss.",
            "Do smartphones get insured?",
        ),
    ],
)
def test_words_that_no_dictionary_could_hold_are_no_reason_for_doubt(
    content: str, question: str
) -> None:
    place = found([content])
    ranking = open_answerer().rank_units(question, place.hits, place.lookup)
    assert ranking.missing
    assert not ranking.unknown


def test_a_refusal_says_what_was_not_found_and_what_to_do_and_nothing_of_what_is_shown() -> None:
    reason = ask(found(GUIDELINE), "By how many mg is the dose of Dravimol raised?").reason
    assert reason.startswith("The nearest passage answers the question with a probability of")
    assert reason.endswith("Nothing that was read holds: “Dravimol”. " + ASK_OTHERWISE)
    assert (
        ASK_OTHERWISE not in ask(found(GUIDELINE), "How is veradine begun?", threshold=0.0).reason
    )


def test_a_question_in_another_language_than_the_documents_is_said_to_be_compared_by_meaning() -> (
    None
):
    reason = ask(found(GUIDELINE), "Wie wird die Dosis von Dravimol erhöht?").reason
    assert "The question is German and the nearest passage English" in reason
    assert "Nothing that was read holds" not in reason


def test_documents_are_not_read_where_only_common_words_are_missing() -> None:
    def unread(document: str) -> DocumentWords:
        raise AssertionError(document)

    place = found(GUIDELINE)
    ranking = open_answerer().rank_units("Do children get the dose?", place.hits, place.lookup)
    assert ranking.missing
    known = replace(ranking.known, document_words=unread)
    assert not replace(ranking, known=known).unknown


@pytest.mark.parametrize(
    "question",
    [
        "What is the WHO?",
        "Was ist IT?",
        "What does WHO mean?",
        "Was bedeutet WHO?",
        "Wofür steht WHO?",
        "What does WHO stand for?",
        "What does WHO need?",
    ],
)
def test_a_name_that_is_spelled_like_a_small_word_has_to_be_in_the_answer(question: str) -> None:
    assert ask(found(GUIDELINE), question).abstained


@pytest.mark.parametrize("question", ["", "?", "...!!!", "\U0001f600", "a a a", "What is it?"])
def test_a_question_that_names_nothing_is_not_answered(question: str) -> None:
    answer = ask(found(GUIDELINE), question)
    assert answer.abstained
    assert answer.reason.startswith("The question names nothing that could be looked for.")
    assert answer.passages


def test_a_sentence_that_the_next_one_brings_up_to_date_is_not_quoted_alone() -> None:
    outdated = "In 2018 about half of the members of Harbour (49%) wanted shorter opening hours."
    today = "Today, a much smaller share wants them (38%)."
    place = found([f"{outdated} {today}", FILLER])
    question = "What share of the members of Harbour wanted shorter opening hours?"
    assert "38%" in texts(ask(place, question))[0]


@pytest.mark.parametrize(
    ("said", "more", "question"),
    [
        (
            "Members may use the boat of the club.",
            "They may borrow the boat of the club for three days.",
            "For how long may the boat of the club be borrowed?",
        ),
        (
            "The old lamp is of gas.",
            "This lamp of the yard costs 20 pounds a year and is lit by the porter.",
            "What does the lamp of the yard cost a year?",
        ),
    ],
)
def test_a_sentence_that_speaks_of_the_one_before_is_not_quoted_alone(
    said: str, more: str, question: str
) -> None:
    answer = ask(found([f"{said} {more}", FILLER]), question, threshold=0.0)
    assert texts(answer)[0] == f"{said} {more}"


@pytest.mark.parametrize(
    ("said", "question", "answer"),
    [
        (
            "At an eGFR below 30 the dose is 10 mg a day. At an eGFR of 30 to 59 the dose is 20 mg "
            "a day. At an eGFR of 60 or more the dose is 40 mg a day.",
            "What is the dose at an eGFR of 45?",
            "At an eGFR of 30 to 59 the dose is 20 mg a day.",
        ),
        (
            "After a power cut of up to 5 minutes the programme goes on. After a power cut of more "
            "than 5 minutes the programme begins anew.",
            "What happens after a power cut of 2 minutes?",
            "After a power cut of up to 5 minutes the programme goes on.",
        ),
        (
            "Children below 6 years receive 5 ml of the syrup. Children from 6 to 11 years receive "
            "10 ml of the syrup. Older children receive 15 ml of the syrup.",
            "How much syrup does a child of 3 years receive?",
            "Children below 6 years receive 5 ml of the syrup.",
        ),
        (
            "Parcels of up to 2 kg cost 4 pounds. Parcels of 2 to 10 kg cost 7 pounds. Parcels of "
            "10 to 30 kg cost 15 pounds.",
            "What does a parcel of 12 kg cost?",
            "Parcels of 10 to 30 kg cost 15 pounds.",
        ),
    ],
)
def test_of_like_sentences_the_one_whose_condition_is_met_is_quoted(
    said: str, question: str, answer: str
) -> None:
    assert texts(ask(found([said, FILLER]), question, threshold=0.0))[0] == answer


@pytest.mark.parametrize(
    ("said", "question", "answer"),
    [
        (
            "Nach einem Stromausfall von bis zu 5 Minuten läuft das Programm weiter. Nach einem "
            "Stromausfall von mehr als 5 Minuten beginnt das Programm von vorn.",
            "Was passiert nach einem Stromausfall von 2 Minuten?",
            "Nach einem Stromausfall von bis zu 5 Minuten läuft das Programm weiter.",
        ),
        (
            "Mieter kündigen mit einer Frist von drei Monaten. Vermieter kündigen nach fünf Jahren "
            "mit einer Frist von sechs Monaten. Die Kündigung bedarf der Schriftform.",
            "In welcher Form muss gekündigt werden?",
            "Die Kündigung bedarf der Schriftform.",
        ),
    ],
)
def test_the_sentence_that_answers_is_quoted_in_german_too(
    said: str, question: str, answer: str
) -> None:
    filler = "Das Personal vermerkt den Besuch und unterschreibt mit Datum und Uhrzeit. " * 5
    assert texts(ask(found([said, filler]), question, threshold=0.0))[0] == answer


def test_an_answer_is_less_likely_where_only_a_later_quote_states_the_quantity_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first = "The starting dose of veradine depends on the weight of the patient."
    place = found([first, "The starting dose of the other drug is 20 mg."])
    question = "What is the starting dose of veradine?"
    answer = ask(place, question, threshold=0.0)
    assert answer.citations[0].quote.text == first
    monkeypatch.setattr(doubt, "_STATED_LATER", 0.0)
    assert answer.evidence < ask(place, question, threshold=0.0).evidence


def test_an_answer_without_the_quantity_asked_for_is_less_likely_and_says_why() -> None:
    place = found(["Check the liver enzymes before the first dose of veradine.", FILLER])
    asked = ask(place, "Who checks the liver enzymes before the first dose of veradine?")
    lacking = ask(place, "How often check the liver enzymes before the first dose of veradine?")
    needed = ask(place, "How often check the enzymes before the first dose?", threshold=1.0)
    assert 0 < lacking.evidence < asked.evidence
    assert "asks for a frequency, which none of the nearest lines states." in needed.reason


def test_the_quote_that_states_the_quantity_stays_beside_a_sure_answer_that_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    why = "The starting dose of veradine is chosen by weight and is given before a meal."
    dose = "Give 5 mg to people under 60 kg to begin with."
    place = found([heading("Starting"), why, dose, "The roof garden holds bees."])
    monkeypatch.setattr(choice, "_SURE", 0.01)
    asked = "What is the starting dose of veradine?"
    assert texts(ask(place, asked, threshold=0.0)) == [why, dose]
    assert texts(ask(place, "When is the starting dose of veradine given?")) == [why]


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Version 4 of the plan was approved in 2024.", "When was version {} approved?"),
        ("Treatment group B takes 20 mg of veradine.", "How much does group {} take?"),
    ],
)
def test_what_is_about_another_stage_version_or_group_is_no_answer(
    text: str, question: str
) -> None:
    place = found([text, FILLER])
    own, other = ("B", "C") if "group" in text else ("4", "3")
    assert not ask(place, question.format(own)).abstained
    assert ask(place, question.format(other)).abstained


@pytest.mark.parametrize(
    ("above", "text", "question"),
    [
        (
            "Ward A",
            "Visitors come from 2 pm to 6 pm. Unlike ward B, children may visit.",
            "When may visitors come to ward A?",
        ),
        (
            "Stage 3",
            "Chemotherapy is given for six months, and not for three as in stage 2.",
            "How long is chemotherapy given in stage 3?",
        ),
        (
            "5 Consent",
            "The user must sign the form of consent within 3 days (see section 4).",
            "What must the user sign according to section 5?",
        ),
        (
            "Files",
            "Export as PDF has been there since version 2 of the program.",
            "Does version 3 of the program export PDF?",
        ),
        (
            "Diabetes",
            "Type 2 diabetes is treated with metformin.",
            "How are type 1 and type 2 diabetes treated?",
        ),
    ],
)
def test_an_answer_that_names_another_stage_or_section_besides_is_not_refused(
    above: str, text: str, question: str
) -> None:
    assert not ask(found([heading(above), text, FILLER]), question).abstained


def test_a_german_amount_need_not_be_named_in_the_words_of_the_question() -> None:
    notice = "Die Kündigungsfrist beträgt drei Monate."
    place = found([notice, "Der Garten wird von allen gepflegt.", "Die Miete beträgt 800 Euro."])
    assert texts(ask(place, "Wie lange vorher muss ich kündigen?"))[:1] == [notice]


def test_passages_name_their_scores() -> None:
    answer = ask(found(GUIDELINE), "By how many mg is the dose raised each week?")
    assert set(answer.passages[0].scores) == {"retrieval", "cosine", "bm25", "score"}
    scores = [one.scores["score"] for one in answer.passages if "score" in one.scores]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("question", ["Why?", "What is the dose of ibuprofen?"])
def test_without_hits_nothing_is_answered(question: str) -> None:
    answer = open_answerer().answer(question, [], found(GUIDELINE).lookup)
    assert answer.abstained
    assert "no text that could be searched" in answer.reason


def test_german_words_are_found_in_other_forms() -> None:
    place = found(
        [
            "Die Patienten werden alle drei Wochen durch die Ärztin untersucht und gewogen.",
            "Das Labor ist von der Station aus mit dem Aufzug zu erreichen und nicht zu Fuß.",
        ]
    )
    answer = ask(place, "Wie oft wird ein Patient untersucht?", threshold=0.0)
    assert texts(answer)[0].startswith("Die Patienten")


def test_rows_of_a_table_over_several_chunks_are_each_quoted_once() -> None:
    rows = [
        ["Age", "Dose of veradine"],
        *([f"group {n}", f"{n} ml of veradine"] for n in range(30)),
    ]
    answer = ask(found([table(rows)], max_tokens=32), "dose of veradine", threshold=0.0)
    spans = [citation.quote.spans for citation in answer.citations]
    assert len(spans) == len(set(spans)) > 0


@settings(max_examples=10)
@given(sir=sirs(), question=st.sampled_from(["dose for patients", "survival?", "Übelkeit"]))
def test_quotes_are_slices_of_nodes_and_their_lines_those_of_their_words(
    sir: Sir, question: str
) -> None:
    if not len(tokenize(sir, minilm_tokenizer())):
        return
    for citation in ask(found_in(sir), question, threshold=0.0, max_citations=10).citations:
        spans = citation.quote.spans
        words = [sir.words_between(s.node, s.start, s.end) for s in spans]
        assert citation.quote.text == quoted(sir, spans)
        assert all(sir.nodes[s.node].type not in HEADINGS for s in spans)
        assert [line.box for line in citation.lines] == [
            box for some in words for box in sir.line_boxes(some)
        ]


def test_a_word_that_only_a_description_of_a_figure_holds_is_said_to_be_a_models() -> None:
    place = found(GUIDELINE)
    drawn = FigureDescription(1, "A turbine with nine blades.", "some-model")
    first, *others = place.result.chunks
    chunks = (replace(first, descriptions=(drawn,)), *others)
    described = Found(replace(place.result, chunks=chunks), place.hits)
    question = "Which blades has the turbine of the submarine?"
    reason = ask(described, question).reason
    assert "Nothing that was read holds: “submarine”." in reason
    only = "Only a language model's description of a figure, which is never quoted, holds: "
    assert f"{only}“blades”, “turbine”." in reason
    assert (
        "Nothing that was read holds: “blades”, “turbine”, “submarine”."
        in ask(place, question).reason
    )


@pytest.mark.parametrize(
    ("question", "is_of_another"),
    [
        ("How much is the deposit for pensioners?", True),
        ("How much is the deposit for members?", False),
        ("How many people can stay in the apartment?", False),
        ("What is the supplement for night work?", True),
        ("Is a supplement paid for night work?", False),
    ],
)
def test_what_is_stated_of_another_thing_is_less_likely_an_answer(
    question: str, is_of_another: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    deposit = "Every member of the club pays a deposit of £60, which is given back at the end."
    supplement = "For work on Sundays and public holidays a supplement of 50 % is paid."
    flat = "No more than two persons may live in the flat. Smoking is forbidden indoors."
    place = found([deposit, "The van is cleaned each week.", supplement, flat])
    doubted = ask(place, question, threshold=0.0).evidence
    monkeypatch.setattr(doubt, "_OF_ANOTHER", 0.0)
    assert (doubted < ask(place, question, threshold=0.0).evidence) is is_of_another
