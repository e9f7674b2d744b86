"""Files that workers read."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "reading_jobs",
        sa.Column("number", sa.Integer, nullable=False, autoincrement=True),
        sa.Column("owner", sa.String(16), nullable=False),
        sa.Column("document", sa.String(64), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("parser", sa.Text, nullable=False),
        sa.Column("by_model", sa.Boolean, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("worker", sa.Text, nullable=False),
        sa.Column("message", sa.Text, nullable=False),
        sa.Column("put_at", sa.Float, nullable=False),
        sa.Column("due_at", sa.Float, nullable=False),
        sa.Column("taken_at", sa.Float, nullable=False),
        sa.Column("lease_until", sa.Float, nullable=False),
        sa.Column("ended_at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_reading_jobs"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_reading_jobs_document", "reading_jobs", ["document"])
    op.create_index("ix_reading_jobs_state", "reading_jobs", ["state"])
