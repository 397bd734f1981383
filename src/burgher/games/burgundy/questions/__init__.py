"""Everything that can be asked of a player: one small class for each, filed by the rulebook's chapters."""
