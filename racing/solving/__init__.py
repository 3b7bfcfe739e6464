"""The solver as a service: searches run in processes of their own, of low priority and bounded in everything.

A tool that knows the engine and nothing of races. Start reading at `pool.py`. A solver process loads this package
too, so nothing is imported here.
"""
