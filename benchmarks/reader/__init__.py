"""Training of the last layers of the cross-encoder (`core.retrieval.answer_layers`)."""
