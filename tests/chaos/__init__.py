"""Faults injected into real processes, and what has to hold all the same.

Every acknowledged ply is in the log exactly once, in order, and the log replays; no client is left deaf. Both are
checked from the database and from what the clients themselves were told.
"""
