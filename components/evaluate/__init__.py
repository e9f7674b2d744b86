"""The page Evaluate: questions, sweeps over settings, what they found, and advice."""
