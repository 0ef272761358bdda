"""The rules of the game, one file a subject. Each either happens whole or refuses."""
