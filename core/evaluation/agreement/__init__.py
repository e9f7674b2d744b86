"""How far two ways of reading or cutting a document agree, where nobody says which is right.

Nothing here is gold: the figures say how alike two results are, not how good. They are the same
whichever of the two comes first.
"""
