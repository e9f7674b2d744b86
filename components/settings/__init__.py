"""What the app is set to: data folder, limits, models, keys, versions."""
