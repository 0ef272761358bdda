"""The glass: its font, its memory and wiring, its optics, its pictures, and its Textual widget."""
