"""People of a server: who they are, what they see, and what they did."""
