"""Games that outlive their evening: the unit that remembers, and what is done with its saves."""
