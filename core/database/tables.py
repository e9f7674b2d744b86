"""The tables of today; a change needs a migration, too. Times are seconds since 1970 (UTC)."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _id() -> Column[str]:
    return Column("id", String(16), primary_key=True)


def _belongs_to(name: str, table: str, *, key: bool = False) -> Column[str]:
    place = ForeignKey(f"{table}.id", ondelete="CASCADE")
    return Column(name, String(16), place, primary_key=key, nullable=False)


PEOPLE = Table(
    "people",
    METADATA,
    _id(),
    Column("name", Text, nullable=False),
    Column("email", Text, nullable=False),
    Column("role", String(16), nullable=False),
    Column("issuer", Text),
    Column("subject", Text),
    Column("active", Boolean, nullable=False),
    Column("created_at", Float, nullable=False),
    Column("seen_at", Float),
    Column("valid_from", Float, nullable=False),
    UniqueConstraint("issuer", "subject"),
)
"""`issuer` and `subject` name a person at the identity provider, empty before the first sign-in.
A sign-in older than `valid_from` does not count."""

COLLECTIONS = Table("collections", METADATA, _id(), Column("name", Text, nullable=False))

MEMBERS = Table(
    "members",
    METADATA,
    _belongs_to("collection", "collections", key=True),
    _belongs_to("person", "people", key=True),
)

PLACEMENTS = Table(
    "placements",
    METADATA,
    _belongs_to("collection", "collections", key=True),
    Column("document", String(64), primary_key=True),
    Column("name", Text, nullable=False),
    Index(None, "document"),
)
"""`name` is that under which a document was added to a collection."""

TOKENS = Table(
    "tokens",
    METADATA,
    _id(),
    _belongs_to("person", "people"),
    Column("digest", String(64), nullable=False, unique=True),
    Column("label", Text, nullable=False),
    Column("created_at", Float, nullable=False),
    Column("expires_at", Float, nullable=False),
    Column("used_at", Float),
)
"""`digest` is the SHA-256 of a token; the token itself is nowhere."""

EVENTS = Table(
    "events",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("at", Float, nullable=False),
    Column("person", String(16), nullable=False),
    Column("name", Text, nullable=False),
    Column("action", String(32), nullable=False),
    Column("subject", Text, nullable=False),
    Column("note", Text, nullable=False),
    Index(None, "person"),
    Index(None, "subject"),
)
"""What was done; it outlives the people it names, so that they are no foreign keys."""

DOCUMENTS = Table(
    "documents",
    METADATA,
    Column("sha", String(64), primary_key=True),
    Column("record", Text),
    Column("revision", Integer, nullable=False),
    Index(None, "revision"),
)
"""`record` is what `document.json` holds of a document: NULL once it was deleted, and empty where
that file could not be read when the row was made. `revision` counts changes of all rows."""

STORED_FILES = Table(
    "stored_files",
    METADATA,
    Column("object", String(32), primary_key=True),
    Column("document", String(64), nullable=False),
    Column("name", Text, nullable=False),
    Column("state", String(16), nullable=False),
    Column("is_folder", Boolean, nullable=False),
    Column("size", BigInteger, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("put_at", Float, nullable=False),
    Index(None, "document", "name"),
    Index(None, "state"),
)
"""The files of documents in an object store (`core.library.file_stores`); a folder is one object.
`name` is that below the folder of the document, `digest` the SHA-256 and `size` the bytes of the
object, `changed` the time in nanoseconds that its copies on machines have."""

READING_JOBS = Table(
    "reading_jobs",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("owner", String(16), nullable=False),
    Column("document", String(64), nullable=False),
    Column("name", Text, nullable=False),
    Column("parser", Text, nullable=False),
    Column("by_model", Boolean, nullable=False),
    Column("state", String(16), nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("failures", Integer, nullable=False),
    Column("done", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("worker", Text, nullable=False),
    Column("message", Text, nullable=False),
    Column("put_at", Float, nullable=False),
    Column("due_at", Float, nullable=False),
    Column("taken_at", Float, nullable=False),
    Column("lease_until", Float, nullable=False),
    Column("ended_at", Float, nullable=False),
    Column("part_of", Integer, nullable=False, server_default="0"),
    Column("first_page", Integer, nullable=False, server_default="0"),
    Column("last_page", Integer, nullable=False, server_default="0"),
    Column("options", Text, nullable=False, server_default=""),
    Column("result", String(64), nullable=False, server_default=""),
    Index(None, "document"),
    Index(None, "state"),
    Index(None, "part_of"),
    # The number of a job that is forgotten is none of a new one.
    sqlite_autoincrement=True,
)
"""Files that workers read (`core.cluster`). `attempts` counts how often one was taken, and so names
a lease; `failures` counts attempts that ended badly. Times are 0 before there is one. A range of
pages is `part_of` the job of its file; that of a whole file is part of none, 0."""
