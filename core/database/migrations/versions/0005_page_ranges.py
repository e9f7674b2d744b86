"""Ranges of pages of the files that workers read."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add what a range is; the jobs so far are of whole files."""
    with op.batch_alter_table("reading_jobs") as table:
        for name in ("part_of", "first_page", "last_page"):
            table.add_column(sa.Column(name, sa.Integer, nullable=False, server_default="0"))
        table.add_column(sa.Column("options", sa.Text, nullable=False, server_default=""))
        table.add_column(sa.Column("result", sa.String(64), nullable=False, server_default=""))
    op.create_index("ix_reading_jobs_part_of", "reading_jobs", ["part_of"])
