"""What the first pages say of an edition is proposed with its own words, and nothing else."""

from __future__ import annotations

import pytest

from core.editions.proposal import proposals
from tests.builders import sir_from_texts


def test_publisher_dates_and_version_are_proposed_with_their_words() -> None:
    sir = sir_from_texts(
        ["Society of Invented Medicine", "Version 2.1", "Published: 3 May 2021", "Valid until 2024"]
    )
    said = {name: (each.value, each.stated.words) for name, each in proposals(sir).items()}
    assert said == {
        "publisher": ("Society of Invented Medicine", "Society of Invented Medicine"),
        "version": ("2.1", "Version 2.1"),
        "issued": ("2021-05-03", "Published: 3 May 2021"),
        "valid_until": ("2024", "Valid until 2024"),
    }


def test_german_words_are_understood() -> None:
    sir = sir_from_texts(["Deutsche Gesellschaft für Erfundenes", "Entwurf", "Gültig bis Mai 2035"])
    values = {name: each.value for name, each in proposals(sir).items()}
    assert (values["status"], values["valid_until"]) == ("draft", "2035-05")


def test_nothing_is_proposed_that_is_not_said() -> None:
    assert proposals(sir_from_texts(["In 2019 we saw 12 patients.", "They did well."])) == {}


@pytest.mark.parametrize(
    "text",
    [
        "Source: Depicted by the Woody Bioenergy Association",
        "Provincial Board Member",
        "Name of organization",
        "Commission File No. 1-10635",
        "1 Lab, Invented Technological University",
        "European Respiratory Society members took part.",
        "Issued by the Executive Board on 3 March 2031 on the proposal of the officer",
        "European Society of",
        "Die Gesellschaft ist insgesamt älter.",
    ],
)
def test_a_text_with_the_word_for_an_organisation_is_not_its_name(text: str) -> None:
    assert "publisher" not in proposals(sir_from_texts(["Version 2.1", text]))


def test_an_organisation_by_itself_is_no_publisher_of_what_states_no_edition() -> None:
    assert "publisher" not in proposals(sir_from_texts(["Securities and Exchange Commission"]))


@pytest.mark.parametrize(
    ("text", "publisher"),
    [
        (
            "Published by the Nordhaven Society of Vascular Medicine Version 3.2",
            "Nordhaven Society of Vascular Medicine",
        ),
        (
            "Federführende Fachgesellschaft: Deutsche Gesellschaft für Kallnerforschung e. V.",
            "Deutsche Gesellschaft für Kallnerforschung e. V.",
        ),
        ("© Invented Press 2031. All rights reserved.", "Invented Press"),
    ],
)
def test_the_name_of_a_publisher_ends_with_its_line(text: str, publisher: str) -> None:
    assert proposals(sir_from_texts([text]))["publisher"].value == publisher


@pytest.mark.parametrize(
    "text",
    [
        "Withdrawn consent does not affect earlier care.",
        "Superseded guidance is listed in Appendix A.",
        "Draft answers of the panel are in Appendix B.",
    ],
)
def test_a_word_for_a_status_within_a_sentence_is_no_status(text: str) -> None:
    assert "status" not in proposals(sir_from_texts([text]))


def test_the_status_of_another_edition_is_not_its_own() -> None:
    sir = sir_from_texts(["This guideline replaces the withdrawn guideline 3."])
    assert "status" not in proposals(sir)
