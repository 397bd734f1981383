"""The modules that can be added to the game: one file each, with all there is to say about it.

`in_play.py` has the occasions at which the rules let a module in; `shelf.py` knows which modules there are.
"""
