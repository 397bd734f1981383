"""A reader of each game's log.

It is given the lines that a spectator reads, keeps a table by them alone, and is held to what a spectator
sees.
"""
