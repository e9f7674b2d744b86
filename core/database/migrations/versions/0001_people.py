"""People, collections, tokens, and the log of what was done."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "people",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("email", sa.Text, nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("issuer", sa.Text),
        sa.Column("subject", sa.Text),
        sa.Column("active", sa.Boolean, nullable=False),
        sa.Column("created_at", sa.Float, nullable=False),
        sa.Column("seen_at", sa.Float),
        sa.Column("valid_from", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
        sa.UniqueConstraint("issuer", "subject", name="uq_people_issuer_subject"),
    )
    op.create_table(
        "collections",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_collections"),
    )
    op.create_table(
        "members",
        _belonging("collection", "collections", "members"),
        _belonging("person", "people", "members"),
        sa.PrimaryKeyConstraint("collection", "person", name="pk_members"),
    )
    op.create_table(
        "placements",
        _belonging("collection", "collections", "placements"),
        sa.Column("document", sa.String(64), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("collection", "document", name="pk_placements"),
    )
    op.create_index("ix_placements_document", "placements", ["document"])
    op.create_table(
        "tokens",
        sa.Column("id", sa.String(16), nullable=False),
        _belonging("person", "people", "tokens"),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("created_at", sa.Float, nullable=False),
        sa.Column("expires_at", sa.Float, nullable=False),
        sa.Column("used_at", sa.Float),
        sa.PrimaryKeyConstraint("id", name="pk_tokens"),
        sa.UniqueConstraint("digest", name="uq_tokens_digest"),
    )
    op.create_table(
        "events",
        sa.Column("number", sa.Integer, nullable=False, autoincrement=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("action", sa.String(32), nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_events"),
    )
    op.create_index("ix_events_person", "events", ["person"])
    op.create_index("ix_events_subject", "events", ["subject"])


def _belonging(name: str, table: str, owner: str) -> sa.Column[str]:
    place = sa.ForeignKey(f"{table}.id", ondelete="CASCADE", name=f"fk_{owner}_{name}")
    return sa.Column(name, sa.String(16), place, nullable=False)
