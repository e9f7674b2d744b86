"""The tables that the first version with a database had: there is nothing before them."""

revision = "0005"
down_revision = None


def upgrade() -> None:
    """Does nothing: an empty database gets the newest tables at once."""
