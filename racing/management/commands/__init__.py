"""One module per command, named like it."""
