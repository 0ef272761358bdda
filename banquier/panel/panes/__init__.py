"""The panes beside the unit, one file per pane."""
