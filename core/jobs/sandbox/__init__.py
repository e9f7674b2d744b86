"""What a child process gives up before it looks at a foreign file, and the limits it gets."""
