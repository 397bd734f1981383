"""The JSON API: tables for programs, with a token for each seat."""
