"""The tables that people play at, in memory and over time: what can be done at one, and who thinks for it."""
