"""What the page Chunks shows: one chunking of a document, or two beside each other."""
