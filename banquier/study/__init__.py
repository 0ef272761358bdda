"""The laboratory: how often squares are visited, what deeds, groups and loans earn, and how long
games last.

found = study("electronique", games=1000, seed=1, workers=2, told=progress)
page(found, "fr")
"""

from banquier.study.experiments import study
from banquier.study.study_page import page

__all__ = ["page", "study"]
