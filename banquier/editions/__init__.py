"""The built-in editions, and the reader of edition files."""
