"""The page Chunks: one chunking of a document, or two beside each other."""
