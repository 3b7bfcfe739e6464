"""The service: one file per door."""
