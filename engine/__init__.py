"""The rules of every patience, from the shuffled pack to the finished record.

Standard library only, and no clock, no randomness and no environment: the same ruleset, seed and move log give
the same table, score and result on any machine, for ever. Start reading at `rulesets.py`.
"""
