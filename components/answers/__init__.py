"""What is shown of an answer on any page: verdicts, checks, quotes and what stands beside them."""
