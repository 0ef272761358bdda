"""What opens beside the unit: the roll, the board, the machine with its case off."""
