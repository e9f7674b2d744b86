"""The page Documents: files are added, and what is in the library is looked after."""
