"""The engine alone: no Django, no network."""
