"""uvicorn as it comes, to compare with: `python -m tests.load.plain --port 8000 --application MODULE:NAME`."""

from __future__ import annotations

import argparse

import uvicorn


def main() -> None:
    """Serve with nothing set but the address."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--application", required=True)
    asked = parser.parse_args()
    uvicorn.run(asked.application, port=asked.port, log_level="error")


if __name__ == "__main__":
    main()
