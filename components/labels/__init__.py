"""What the things that people choose and see are called."""
