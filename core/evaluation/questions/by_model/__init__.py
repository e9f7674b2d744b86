"""How a language model is asked for questions, and what of its answer can be used."""
