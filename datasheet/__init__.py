"""The facts on which the chips and the program in them are built: the crystal and the glass."""
