"""Training of the network that tells whether sentences bear a claim out."""
