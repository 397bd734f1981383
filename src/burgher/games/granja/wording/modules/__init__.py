"""What there is to say about modules: a file for each, of the name that its rules have.

`registry.py` finds them.
"""
