"""Tables on the web, for every game alike: storage, pages, live updates, an API, opponents.

The server knows no rule. It shows what `Table` and `Game` say, and keeps games as records are kept: rules,
options, seed and moves. Each accepted move is committed before anybody is told of it.
"""
