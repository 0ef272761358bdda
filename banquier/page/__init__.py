"""The unit for a browser."""
