"""The command line: main.py dispatches to `commands/`; beside it lies what commands share."""
