"""Measuring: how fast games and search run (`speed`), and how many tables a server carries (`load`)."""
