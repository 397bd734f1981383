"""Many games: on all processors, with statistics, or hunting for what breaks the rules."""
