"""What opens beside the unit, one file a pane."""
