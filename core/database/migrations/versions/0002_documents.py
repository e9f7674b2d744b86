"""Records of documents."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the table; records of the data folder come into it when the library is opened."""
    op.create_table(
        "documents",
        sa.Column("sha", sa.String(64), nullable=False),
        sa.Column("record", sa.Text),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("sha", name="pk_documents"),
    )
    op.create_index("ix_documents_revision", "documents", ["revision"])
