"""A recommendation for a library, found with few evaluations and checked on unseen questions."""
