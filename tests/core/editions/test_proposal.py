"""What the first pages say of an edition is proposed with its own words, and nothing else."""

from __future__ import annotations

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


def test_the_status_of_another_edition_is_not_its_own() -> None:
    sir = sir_from_texts(["This guideline replaces the withdrawn guideline 3."])
    assert "status" not in proposals(sir)
