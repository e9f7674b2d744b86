"""Two readings of a document beside each other, by different parsers."""
