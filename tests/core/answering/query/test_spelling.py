"""Misspelled words, and words that are others although they look alike."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest

from core.answering.query.spelling import spelled, unknown_words
from core.text.language import Language


def corrected(question: str, *vocabulary: str) -> str:
    document: Any = SimpleNamespace(vocabulary=Counter(vocabulary))
    return spelled(question, [document])


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("hydrocortizon", "hydrocortisone"),
        ("hpyerkalaemia", "hyperkalaemia"),
        ("hypercalcemia", "hypercalcaemia"),
        ("fludrocortisonne", "fludrocortisone"),
        ("velotinb", "velotinib"),
        ("defendent", "defendant"),
        ("tapper", "taper"),
        ("anaemia", "anemia"),
        ("anemia", "anaemia"),
        ("haemorrhage", "hemorrhage"),
        ("hemorrhage", "haemorrhage"),
        ("leucocyte", "leukocyte"),
        ("leucopoenia", "leukopenia"),
        ("oesophagus", "esophagus"),
        ("tumor", "tumour"),
        ("sulphate", "sulfate"),
        ("randomised", "randomized"),
    ],
)
def test_slips_are_mended(typed: str, meant: str) -> None:
    assert corrected(f"What is the {typed} about?", meant) == f"What is the {meant} about?"


@pytest.mark.parametrize(
    ("asked", "held"),
    [
        ("hyperglycaemia", "hypoglycaemia"),
        ("hypokalaemia", "hyperkalaemia"),
        ("interarticular", "intraarticular"),
        ("infrapatellar", "intrapatellar"),
        ("microadenomata", "macroadenomata"),
        ("prednisone", "prednisolone"),
        ("cefuroxime", "cefotaxime"),
        ("gastrostomy", "gastrotomy"),
        ("ureteral", "urethral"),
        ("peroneal", "perineal"),
        ("fascial", "facial"),
        ("mesothelioma", "mesothelium"),
        ("intravascular", "intravesicular"),
        ("flavonol", "flavanol"),
        ("propanol", "propanal"),
        ("hexene", "hexane"),
        ("mourning", "morning"),
        ("cancer", "canker"),
        ("spices", "spikes"),
        ("pouring", "poring"),
        ("philter", "filter"),
    ],
)
def test_another_word_is_not_put_in_the_place_of_one_that_is_not_there(
    asked: str, held: str
) -> None:
    assert corrected(f"Is {asked} treated?", held) == f"Is {asked} treated?"


def test_words_of_the_language_stay_although_the_documents_lack_them() -> None:
    assert corrected("Welche Werte der Leber sind gut?", "leben") == (
        "Welche Werte der Leber sind gut?"
    )
    assert corrected("Is it dosed daily?", "doses") == "Is it dosed daily?"


@pytest.mark.parametrize(
    ("typed", "searched"),
    [
        ("How is the netwrok set up?", "How is the network set up?"),
        ("How long does the waranty last?", "How long does the warranty last?"),
        ("Wie hoch ist die Belohnnung?", "Wie hoch ist die belohnung?"),
        ("How is Abilify taken?", "How is Abilify taken?"),
        ("How is baclofenn taken?", "How is baclofenn taken?"),
        ("Darf man Baclofen absetzen?", "Darf man Baclofen absetzen?"),
    ],
)
def test_a_slip_in_a_word_that_the_documents_lack_is_mended_and_a_name_is_not(
    typed: str, searched: str
) -> None:
    assert corrected(typed, "detergent", "tablette") == searched


@pytest.mark.parametrize(
    ("typed", "held"),
    [
        ("What do statins do?", "statin"),
        ("What do statins do?", "detergent"),
        ("How is a subnets mask set?", "subnet"),
        ("Which keystore is used?", "detergent"),
        ("Was kostet die Onkologie?", "tablette"),
        ("How is concerta taken?", "detergent"),
        ("Combien de temps dure la garantie ?", "detergent"),
        ("Qual è la dose raccomandata per i bambini?", "dose"),
        ("NodaTimee is what?", "detergent"),
    ],
)
def test_what_is_no_unknown_word_is_not_taken_for_a_word_of_the_dictionary(
    typed: str, held: str
) -> None:
    assert corrected(typed, held) == typed


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("What is the commissionn?", "What is the commission?"),
        ("Was kostet der Vertarg?", "Was kostet der vertrag?"),
    ],
)
def test_a_doubled_or_swapped_letter_is_the_slip_before_any_other(typed: str, meant: str) -> None:
    assert corrected(typed, "detergent") == meant


@pytest.mark.parametrize(
    ("word", "language", "is_unknown"),
    [
        ("flurbinol", Language.ENGLISH, True),
        ("methylprednisolone", Language.ENGLISH, True),
        ("methylprednisolon", Language.GERMAN, True),
        ("prednisolone", Language.ENGLISH, False),
        ("velotinibs", Language.ENGLISH, False),
        ("wedding", Language.ENGLISH, False),
        ("smartphones", Language.ENGLISH, False),
        ("workflow", Language.ENGLISH, False),
        ("biomarkers", Language.ENGLISH, False),
        ("onboarding", Language.ENGLISH, False),
        ("mirolex", Language.ENGLISH, True),
        ("sulfamorin", Language.ENGLISH, True),
        ("normalised", Language.ENGLISH, False),
        ("unvaccinated", Language.ENGLISH, False),
        ("covid", Language.ENGLISH, False),
        ("covids", Language.ENGLISH, False),
        ("postcovid", Language.ENGLISH, False),
        ("brexits", Language.ENGLISH, False),
        ("postmirolex", Language.ENGLISH, True),
        ("covidtests", Language.GERMAN, False),
        ("rufbereitschaft", Language.GERMAN, False),
        ("velotinibgabe", Language.GERMAN, False),
        ("brumselgebühr", Language.GERMAN, True),
        ("dialysiert", Language.GERMAN, False),
        ("intubierten", Language.GERMAN, False),
    ],
)
def test_names_are_unknown_that_neither_documents_nor_dictionaries_hold(
    word: str, language: Language, is_unknown: bool
) -> None:
    document: Any = SimpleNamespace(vocabulary=Counter(["prednisolone", "velotinib", "methyl"]))
    assert bool(unknown_words([word], [document], language)) is is_unknown
