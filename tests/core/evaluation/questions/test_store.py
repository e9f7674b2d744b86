from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from core.errors import InputError, InvalidOption, NotFound, SetupError
from core.evaluation.questions.base import QuestionSet
from core.evaluation.questions.store import QuestionStore
from tests.core.evaluation.questions.making import OTHER, SHA, asked, evidence

ROOT = Path(__file__).parents[4]


@pytest.fixture
def store(tmp_path: Path) -> QuestionStore:
    return QuestionStore(tmp_path)


def test_an_empty_store_makes_no_folder(tmp_path: Path):
    assert QuestionStore(tmp_path / "home").list() == ()
    assert not (tmp_path / "home").exists()


def test_a_set_is_listed_with_its_counts_and_documents(store: QuestionStore):
    store.create("Doses", [asked("One?", evidence()), asked("Two?", evidence(document=OTHER))])
    store.add("Doses", [asked("Nowhere?")])
    (kept,) = store.list()
    assert (kept.name, kept.questions, kept.unanswerable) == ("Doses", 3, 1)
    assert kept.documents == (SHA, OTHER)
    assert not kept.problem


def test_questions_keep_their_order_when_one_is_replaced(store: QuestionStore):
    one, two, three = asked("1?", evidence()), asked("2?", evidence()), asked("3?")
    store.create("S", [one, two, three])
    after = store.replace("S", two.id, asked("2 anew?"))
    assert [question.text for question in after.questions] == ["1?", "2 anew?", "3?"]
    assert store.load("S") == after
    assert store.remove("S", [one.id]).questions == after.questions[1:]


def test_the_same_question_is_kept_once(store: QuestionStore):
    store.create("S", [asked("1?"), asked("1?")])
    assert len(store.add("S", [asked("1?")]).questions) == 1


def test_replacing_a_question_that_is_gone_says_so(store: QuestionStore):
    store.create("S")
    with pytest.raises(NotFound, match="no such question"):
        store.replace("S", "0" * 12, asked("?"))


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "Ärzte/Pflege?", "   a  b ", "con", "问题", ".", "x" * 80, "😀"]
)
def test_any_name_has_a_file_of_its_own_inside_the_folder(store: QuestionStore, name: str):
    made = store.create(name)
    assert made.name == " ".join(name.split())
    assert store.load(name) == made
    assert [kept.name for kept in store.list()] == [made.name]


@pytest.mark.parametrize(("name", "why"), [("", "name"), (" \n\u200b", "name"), ("x" * 81, "81")])
def test_names_that_cannot_be_shown_are_refused(store: QuestionStore, name: str, why: str):
    with pytest.raises(InvalidOption, match=why):
        store.create(name)


def test_names_differ_by_more_than_case(store: QuestionStore):
    store.create("Straße")
    with pytest.raises(InvalidOption, match="already"):
        store.create("STRASSE")
    assert store.load("STRASSE").name == "Straße"
    assert store.free_name("strasse") == "strasse 2"
    assert store.free_name("other") == "other"


def test_renaming_keeps_the_questions_and_frees_the_old_name(store: QuestionStore):
    store.create("a", [asked("1?")])
    store.create("b")
    with pytest.raises(InvalidOption, match="already"):
        store.rename("a", "B")
    assert store.rename("a", "A").questions == (asked("1?"),)
    assert store.rename("A", "c").name == "c"
    assert [kept.name for kept in store.list()] == ["b", "c"]
    with pytest.raises(NotFound):
        store.load("a")


def test_saving_takes_the_place_of_what_was_kept(store: QuestionStore):
    store.save(QuestionSet(name="s", questions=(asked("1?"),)))
    store.save(QuestionSet(name="s"))
    assert store.load("s").questions == ()


def test_a_damaged_set_is_named_and_the_others_still_work(store: QuestionStore, tmp_path: Path):
    store.create("good", [asked("1?")])
    store.create("bad")
    (path,) = (tmp_path / "evaluation" / "questions").glob("bad-*.json")
    path.write_text("{")
    damaged, good = store.list()
    assert "damaged" in damaged.problem
    assert (good.name, good.questions) == ("good", 1)
    with pytest.raises(InputError, match="damaged"):
        store.load("bad")
    with pytest.raises(InputError, match="damaged"):
        store.add("bad", [asked("2?")])
    store.delete(damaged.name)
    assert [kept.name for kept in store.list()] == ["good"]


def test_a_file_under_the_name_of_another_set_is_named(store: QuestionStore, tmp_path: Path):
    store.create("one")
    (path,) = (tmp_path / "evaluation" / "questions").glob("*.json")
    path.with_name("copy.json").write_bytes(path.read_bytes())
    copy, one = store.list()
    assert "under the file name of another" in copy.problem
    assert one.name == "one"


def test_deleting_what_is_gone_says_so(store: QuestionStore):
    with pytest.raises(NotFound, match="gone already"):
        store.delete("nothing")


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path):
    (tmp_path / "home").write_text("a file")
    with pytest.raises(SetupError, match="cannot be written"):
        QuestionStore(tmp_path / "home").create("s")


def test_processes_that_add_at_the_same_time_lose_nothing(store: QuestionStore, tmp_path: Path):
    store.create("s")
    # Programs of their own: a pool would run the main module again, which other tests replace.
    adding = "import sys; from pathlib import Path\n"
    adding += "from tests.core.evaluation.questions.making import add_five\n"
    adding += "add_five(Path(sys.argv[1]), sys.argv[2])"
    commands = [[sys.executable, "-c", adding, str(tmp_path), name] for name in "ab"]
    running = [subprocess.Popen(command, cwd=ROOT) for command in commands]
    assert [one.wait(60) for one in running] == [0, 0]
    assert len(store.load("s").questions) == 10


def test_threads_that_share_a_store_lose_nothing(store: QuestionStore):
    store.create("s")
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda number: store.add("s", [asked(f"{number}?")]), range(24)))
    assert len(store.load("s").questions) == 24
