"""Ask: questions to the documents, answered with their own sentences, each shown on its page."""

from components.answers.desk import desk

desk()
