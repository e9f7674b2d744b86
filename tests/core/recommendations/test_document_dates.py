import pytest

from core.quantities.quantity import Date
from core.recommendations import document_dates
from core.spans import located
from tests.builders import aside, heading, sir_from_texts

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
    ],
)
def test_what_is_said_of_something_else_is_no_date_of_the_document(text: str):
    dates = document_dates(sir_from_texts([text]))
    assert (dates.version, dates.current, dates.valid_until) == (None, None, None)


def test_the_last_change_counts_before_approval_and_publication():
    dates = document_dates(
        sir_from_texts(
            ["Published: 3 March 2030", "Approved on 4 May 2030", "Last updated: June 2031"]
        )
    )
    assert dates.current and dates.current.stated.words == "Last updated: June 2031"
