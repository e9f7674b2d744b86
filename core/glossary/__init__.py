"""The words of a document: abbreviations, defined terms and names of drugs, with their lines."""
