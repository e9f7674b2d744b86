"""The page History: signed answers, searched and reopened exactly as they were."""
