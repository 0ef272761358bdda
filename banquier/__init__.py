"""The application: everything that uses a unit, on a terminal, in a browser, by a script."""
