"""The page: HTML, CSS and scripts; banquier.page serves them and writes the folder of files."""
