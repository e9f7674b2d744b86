"""The page People of a server: accounts, collections, tokens, and what was done."""
