"""What stands on a page: lines of words with their places, drawings and images."""
