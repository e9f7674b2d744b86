"""What can be quoted of documents and cited by line: units, table rows, numbered lines."""
