"""Load: races played by real logs over real websockets, and what that costs. `python -m tests.load --help`."""
