"""The keypad: from the contact of a key to the accepted key.

    keys.py     one table of the 33 keys: place, legend, script name, host keys, F-twin
    matrix.py   the contacts as electricity: bounce, and lines joined by closed contacts
    scanner.py  strobes, debounce, rollover and lockout; accepted keys come out

It imports only the datasheet.
"""
