"""The page Structure: the tree of a document, how its route was chosen, other readings of it."""
