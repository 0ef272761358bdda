"""The panel: the unit in a terminal or a browser, its glass above and its keys below.

Everything here is handed a unit and knows only its face (`face.py`): it presses keys, lets time
pass, and looks. Nothing is imported by this file, so that the lines-in, lines-out form of the
panel starts without the drawing one.
"""
