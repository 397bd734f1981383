"""The questions within a step: a class each, with all that the rules know of it, grouped by what it is about.

`registry.py` has them by their numbers; `wording/` beside this folder has a twin of each for people.
"""
