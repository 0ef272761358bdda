"""Saved games: the save file, the unit that writes it, listing, history and branches."""
