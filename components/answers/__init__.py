"""What the page Ask shows: the conversation, and the evidence on its pages."""
