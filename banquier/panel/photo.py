"""A photograph of the glass: a drawing (SVG) and a picture (PNG), in a folder of the user's."""

from pathlib import Path
from time import strftime

from banquier.saves.games import names_beside
from display.optics import Tones
from display.svg import svg
from display.wiring import Rows


def take(rows: Rows, tones: Tones, folder: Path) -> list[Path]:
    """Written side by side under the name of this second."""
    from display.png import png

    folder.mkdir(parents=True, exist_ok=True)
    names = names_beside(str(folder / strftime("banquier-%Y%m%d-%H%M%S.svg")))
    drawing = next(path for path in map(Path, names) if not path.exists())
    picture = drawing.with_suffix(".png")
    drawing.write_text(svg(rows, tones), encoding="utf-8")
    picture.write_bytes(png(rows, tones))
    return [drawing, picture]
