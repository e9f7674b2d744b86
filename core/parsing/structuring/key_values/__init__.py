"""Labels and their values, in an area of pairs: forms, bills, covers, glossaries.

Each pair is found and quoted by itself, while the area stays together.

Source: thesis, table A.1 (KEY_VALUE, KEY_VALUE_AREA).
"""
