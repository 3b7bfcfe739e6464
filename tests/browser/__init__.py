"""Tests that drive a real Chromium against real server processes."""
