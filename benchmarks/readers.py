"""Many readers at once: sessions that ask two processes over one library, while files are added.

The processes are those of the HTTP API, with people and rights in PostgreSQL, or SQLite where
PostgreSQL is missing. A session alone has the whole machine, with others its share of it, and
what is compared is how long an answer takes in either.
"""

from __future__ import annotations

import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from threading import Event
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.figure import Figure
from core.people.administration import Administration
from core.rights import OPERATOR, Role, acting_as
from core.settings import load_settings
from core.workbench import Workbench
from sample_docs import SAMPLES
from tests.builders import pdf_bytes
from tests.postgresql import new_database, programs, server
from tests.sightline.servers import ApiServer

if TYPE_CHECKING:
    from collections.abc import Iterator

    import httpx2

SESSIONS, UPLOADS, PROCESSES, QUESTIONS = 30, 4, 2, 4
"""Questions are asked by each session, one after the other."""
_PAGES = 20
_ASKED = {
    "data_security_policy.pdf": "How often must passwords be changed?",
    "narrative.pdf": "Who kept the lighthouse?",
}
"""A question about the one document of each collection."""


class _Reader(NamedTuple):
    token: str
    document: str
    question: str


class _Answered(NamedTuple):
    seconds: float
    is_error: bool
    is_foreign: bool


def run(_: Path | None, sessions: int = SESSIONS, questions: int = QUESTIONS) -> list[Figure]:
    """Times a session's share of the machine, errors, and answers from documents of others."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        address = stack.enter_context(_database(folder))
        readers, editor = _people(folder / "home", address, sessions)
        servers = [
            stack.enter_context(ApiServer(folder / "home", SIGHTLINE_DATABASE=address))
            for _ in range(PROCESSES)
        ]
        for each in servers:
            _ask(each, readers[:2], 2)  # models are loaded, and documents indexed
        alone = _ask(servers[0], readers[:1], 3 * questions)
        done, added = Event(), 0
        with ThreadPoolExecutor(sessions + UPLOADS) as pool:
            uploads = [
                pool.submit(_upload, servers[at % PROCESSES], editor, at, done)
                for at in range(UPLOADS)
            ]
            parts = [
                pool.submit(_ask, servers[at % PROCESSES], [reader], questions)
                for at, reader in enumerate(readers)
            ]
            together = [answered for part in parts for answered in part.result()]
            done.set()
            added = sum(upload.result() for upload in uploads)
    return _figures(alone, together, sessions, added)


def _figures(
    alone: list[_Answered], together: list[_Answered], sessions: int, added: int
) -> list[Figure]:
    once = median(answered.seconds for answered in alone)
    beside = median(answered.seconds for answered in together)
    how = (
        f"{sessions} sessions asking {PROCESSES} processes, {added} files of {_PAGES} pages added "
        "meanwhile"
    )
    answers = len(together)
    return [
        Figure("answer of one session alone", "median", once, "s"),
        Figure("answer of one of many", f"median, {how}", beside, "s", once, "one alone"),
        Figure(
            "answer in the share of a session",
            f"{how}; median, divided by the number of sessions, in times of one alone",
            beside / sessions / once,
            "times",
            1.0,
            "one alone",
            2.0,
            at_most=True,
        ),
        Figure(
            "errors",
            f"of {answers} answers; {how}",
            sum(answered.is_error for answered in together),
            "answers",
            None,
            "",
            0,
            at_most=True,
        ),
        Figure(
            "answers from documents of others",
            f"of {answers}",
            sum(answered.is_foreign for answered in together),
            "answers",
            None,
            "",
            0,
            at_most=True,
        ),
    ]


@contextmanager
def _database(folder: Path) -> Iterator[str]:
    if programs() is None:
        yield f"sqlite:///{folder}/people.db"
        return
    with tempfile.TemporaryDirectory(prefix="pg-") as place, server(Path(place) / "s") as address:
        yield new_database(address)


def _people(home: Path, address: str, sessions: int) -> tuple[list[_Reader], str]:
    """Readers of two collections in turn, and the token of an editor of both."""
    bench = Workbench(load_settings(home=home, database=address))
    assert bench.directory
    paths = {sample.file_name: sample.path for sample in SAMPLES}
    with acting_as(OPERATOR):
        administration = Administration(bench.directory)
        editor = administration.add_person("editor@example.org", Role.EDITOR)
        groups: list[tuple[str, str]] = []
        readers: list[_Reader] = []
        for name, question in _ASKED.items():
            collection = administration.add_collection(name).id
            document = bench.documents.add(paths[name], name, collections=[collection]).sha
            members = {editor.id}
            for number in range(sessions // len(_ASKED)):
                person = administration.add_person(f"{name}{number}@example.org", Role.READER)
                members.add(person.id)
                token = administration.add_token(person.id, "benchmark", 1)
                readers.append(_Reader(token, document, question))
            administration.set_members(collection, members)
            groups.append((collection, document))
        secret = administration.add_token(editor.id, "benchmark", 1)
    bench.close()
    half = len(readers) // 2
    mixed = [reader for pair in zip(readers[:half], readers[half:], strict=True) for reader in pair]
    return mixed, secret


def _ask(api: ApiServer, readers: list[_Reader], questions: int) -> list[_Answered]:
    """What each reader is answered, who asks the same again and again."""
    answers: list[_Answered] = []
    for reader in readers:
        with api.client(reader.token) as client:
            for _ in range(questions):
                begun = time.perf_counter()
                # The document of the samples alone: what is added meanwhile is in no index yet.
                body = {"question": reader.question, "documents": [reader.document]}
                response = client.post("/v1/ask", json=body, timeout=600)
                seconds = time.perf_counter() - begun
                is_error = response.status_code != 200
                answers.append(_Answered(seconds, is_error, _is_foreign(response, reader)))
    return answers


def _is_foreign(response: httpx2.Response, reader: _Reader) -> bool:
    if response.status_code != 200:
        return False
    cited = {citation["document"] for citation in response.json()["citations"]}
    return not cited <= {reader.document}


def _upload(api: ApiServer, token: str, number: int, done: Event) -> int:
    """How many files were added, one after the other, until the others are done."""
    added = 0
    with api.client(token) as client:
        while not done.is_set():
            pages = [f"File {number} of turn {added}, page {page}." for page in range(_PAGES)]
            name = f"upload-{number}-{added}.pdf"
            file = {"file": (name, pdf_bytes(pages), "application/pdf")}
            response = client.post("/v1/documents", files=file, timeout=600)
            added += response.status_code == 201
    return added
