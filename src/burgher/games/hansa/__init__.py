"""Hansa Teutonica (Andreas Steding, 2009) by its rules: each room is one of their chapters."""
