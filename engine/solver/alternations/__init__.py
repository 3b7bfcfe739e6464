"""Alternations, with all cards known: positions as rows of integers, the kernels that search them, and the plan."""
