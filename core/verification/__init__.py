"""Whether a claim is borne out by the lines that it cites, by rule and without a model.

`claim_check.checked` gives the verdict; a module each compares one thing.
"""
