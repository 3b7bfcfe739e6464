"""The solver: what it says, what it spends, and plain searches that it must agree with."""
