"""The database of a server: people and their rights. A desk has none."""
