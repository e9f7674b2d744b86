"""What the page Evaluate is made of."""
