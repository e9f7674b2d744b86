"""Files of documents in an object store."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "stored_files",
        sa.Column("object", sa.String(32), nullable=False),
        sa.Column("document", sa.String(64), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("is_folder", sa.Boolean, nullable=False),
        sa.Column("size", sa.BigInteger, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("put_at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("object", name="pk_stored_files"),
    )
    op.create_index("ix_stored_files_document_name", "stored_files", ["document", "name"])
    op.create_index("ix_stored_files_state", "stored_files", ["state"])
