"""The questions within a step as people meet them: a twin for each of those in `questions/`, never compiled.

`registry.py` has them by their numbers.
"""
