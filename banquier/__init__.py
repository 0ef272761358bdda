"""The application: everything that uses a unit, on a terminal, in a browser, by a script."""

__version__ = "1.2.0"
