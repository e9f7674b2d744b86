"""The page Ask: the conversation, and the evidence on its pages."""
