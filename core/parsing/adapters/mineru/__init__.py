"""What the adapters of both MinerU backends share: how its files are read, and how it is run."""
