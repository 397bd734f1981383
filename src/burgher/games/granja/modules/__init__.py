"""The modules that can be added to the game: one file each, with all there is to say about it.

`data.Module` names the places where the rules let a module in; `shelf.py` knows which modules there are.
"""
