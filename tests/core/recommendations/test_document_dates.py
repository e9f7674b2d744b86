import pytest

from core.quantities.quantity import Date
from core.recommendations import document_dates
from core.spans import located
from tests.builders import aside, heading, sir_from_texts, table

_ENGLISH = "Version 4.0 Approved 14 September 2031 Valid until 13 September 2034"
_GERMAN = "Version 2.1, Mai 2031 Gültig bis Mai 2035 Registernummer 088"


def test_dates_and_version_are_read_from_the_first_page_with_their_lines():
    sir = sir_from_texts([heading("Calverine carcinoma"), _ENGLISH])
    dates = document_dates(sir)
    assert dates.version and dates.version.words == "Version 4.0"
    assert dates.effective and dates.effective.stated.words == "Approved 14 September 2031"
    assert dates.effective.date == Date(2031, 9, 14)
    assert dates.valid_until and dates.valid_until.date == Date(2034, 9, 13)
    assert located(sir, dates.valid_until.stated.spans)


def test_a_date_beside_the_version_is_the_one_of_publication():
    dates = document_dates(sir_from_texts([_GERMAN]))
    assert dates.published and dates.published.stated.words == "Version 2.1, Mai 2031"
    assert dates.published.date == Date(2031, 5, None)
    assert dates.valid_until and dates.valid_until.stated.words == "Gültig bis Mai 2035"


def test_a_running_line_names_the_version():
    dates = document_dates(sir_from_texts(["A text.", aside("Guideline 27, version 3.1")]))
    assert dates.version and dates.version.words == "version 3.1"


@pytest.mark.parametrize(
    "text",
    [
        "Changes since version 3.2",
        "It replaces version 3.2.",
        "The cohort was updated in every clinic on the ward.",
        "Surgery took place in May 2031.",
        "Copyright 2031, all rights reserved.",
        "The literature search was last updated on 3 May 2028.",
        "Die Literaturrecherche wurde zuletzt aktualisiert am 03.02.2030.",
        "Dupilumab was approved by the European Commission on 26 September 2017 for asthma.",
        "Of all the drugs that were compared in these trials of asthma only dupilumab was "
        "approved on 26 September 2017.",
        "The previous guideline, published in 2016, is no longer used.",
        "The patent of the drug expires 2031.",
        "Toxicity is given by CTCAE version 5.0.",
        "Tumours are staged by TNM, 8. Auflage.",
        "Journal of Asthma, Volume 12, Issue 3",
        "Issue 3",
        "Version 4.0 von 2024 ist damit abgelöst.",
        "Approved: 2016-2018",
        "Published in 2016, the previous guideline was strict. This guideline is not.",
    ],
)
def test_what_is_said_of_something_else_is_no_date_of_the_document(text: str):
    dates = document_dates(sir_from_texts([text]))
    assert (dates.version, dates.current, dates.valid_until) == (None, None, None)


def test_a_sentence_counts_where_it_speaks_of_the_document() -> None:
    texts = [
        "It covers adults. This guideline was last updated on 3 May 2028 and replaces another.",
        "Diese S3-Leitlinie ist gültig bis zum 11.08.2035.",
    ]
    dates = document_dates(sir_from_texts(texts))
    assert dates.updated and dates.updated.stated.words == "last updated on 3 May 2028"
    assert dates.valid_until and dates.valid_until.date == Date(2035, 8, 11)


def test_a_first_sentence_without_subject_counts_where_the_next_one_speaks_of_the_document() -> (
    None
):
    text = "Issued by the board on 3 March 2031 on the proposal of the staff. This policy is new."
    published = document_dates(sir_from_texts([text])).published
    assert published and published.date == Date(2031, 3, 3)


def test_a_table_of_several_versions_names_none_as_that_of_the_document() -> None:
    rows = [["Version 1.0", "Published: 2015"], ["Version 2.0", "Published: 2019"]]
    dates = document_dates(sir_from_texts([table(rows)]))
    assert (dates.version, dates.published) == (None, None)
    assert document_dates(sir_from_texts([table(rows[1:])])).version


def test_the_last_change_counts_before_approval_and_publication():
    dates = document_dates(
        sir_from_texts(
            ["Published: 3 March 2030", "Approved on 4 May 2030", "Last updated: June 2031"]
        )
    )
    assert dates.current and dates.current.stated.words == "Last updated: June 2031"
