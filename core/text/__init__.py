"""Language, words, stems, stop words and sentences of a text, whatever it is a part of."""
