"""Saved games: the game that is opened and saved, the file, listing, history and branches."""
