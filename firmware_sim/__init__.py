"""The program in the chip: the bank, the editions and the conversation.

Input: key events. Output: texts, icons, beeps and roll lines. Time is counted in scans.
Nothing here depends on the matrix, the segments, a terminal or a clock.
"""
