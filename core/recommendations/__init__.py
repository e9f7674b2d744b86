"""What kind of text a quote is: a recommendation with its strength, a rationale, a table row."""
