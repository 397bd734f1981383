"""Telling people who are away: push messages to their devices, and mails."""
