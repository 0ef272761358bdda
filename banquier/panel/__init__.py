"""The panel: the unit in a terminal, its glass above and its keys below.

Nothing is imported by this file, so that plain mode starts without Textual.
"""
