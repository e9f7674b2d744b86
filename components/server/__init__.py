"""What every request passes before it reaches the app."""
