"""The application: everything that uses a unit, on a terminal, in a browser, by a script."""

__version__ = "2.0.0"
