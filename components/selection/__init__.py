"""What a page is about, as its address says: a document, a set of questions."""
