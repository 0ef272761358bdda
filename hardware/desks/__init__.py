"""Where commands are asked for: one desk a command, with the words it takes and what it does.

A desk has `add_options(options)` and `run(chosen)`, which gives the exit status or raises a
ValueError: one sentence that says what is wrong. The front door finds the desk by the command.
"""
