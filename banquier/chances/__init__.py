"""The chances: whole games played on by bots from a copy of a running game.

    position = Position(game.copy())
    (tally,) = played_on([position], 0, 1000, seed=1)
    for row in tally.rows(): row.player, row.chance, row.low, row.high, row.rank

The figures depend on how bots play: in each game every player has the profile of a bot, by lot.
The same position, seed and games give the same figures on every machine.
"""
