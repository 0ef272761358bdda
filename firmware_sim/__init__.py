"""The program in the chip: the bank, the editions and the conversation.

Keys come in; words, icons, beeps and lines of the roll come out. Nothing here knows
of matrices, segments, terminals, nor of any clock but scans counted.
"""
