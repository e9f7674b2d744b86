"""A question before it is searched: what it asks for, its parts, and the words it is put in."""
