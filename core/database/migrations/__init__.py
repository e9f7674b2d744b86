"""Steps from the tables of each earlier version to those of the next, run by Alembic."""
