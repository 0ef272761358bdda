"""Somebody looks over the bank's shoulder: what must always hold, and which rules were met."""
