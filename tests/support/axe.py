"""axe-core, which finds what a page lacks for assistive technology: one version, by its hash.

violations(page)      ["color-contrast: #words ...", ...]; nothing is excepted, and the shapes of
                      the glass, which no reader meets, are looked at where they are asked for
"""

from playwright.sync_api import Page

from banquier.bodies.engine import NpmPackage, main
from tests.support.paths import ROOT

AXE = NpmPackage(
    "axe-core",
    "4.14.1",
    "1477dafa598d8d065f273d6af302aa203c02e83131707b7fa648cd41bd3d6b73"
    "4f8c22a0dab86ee6a6f64b8afbe804b214d36db85a2826965edfb3a0b9d546b5",
    ("axe.min.js",),
)
FOLDER = ROOT / ".venv" / "axe"

RUN = """async ({ coloursOnly, shapes }) => {
  for (const one of document.getAnimations()) if (one.playState === 'running') one.finish();
  // They are most of the page's elements, and axe weighs each before it passes over it.
  const glasses = shapes ? [] : [...document.querySelectorAll('svg.glass[aria-hidden]')];
  const emptied = glasses.map(glass => [glass, [...glass.childNodes]]);
  for (const [glass] of emptied) glass.replaceChildren();
  const { violations } = await axe.run({
    iframes: false, resultTypes: ['violations'],
    ...(coloursOnly && { runOnly: { type: 'rule', values: ['color-contrast'] } }),
  });
  for (const [glass, shapes] of emptied) glass.replaceChildren(...shapes);
  return violations.flatMap(({ id, nodes }) => nodes.map(
    node => `${id}: ${node.target.join(' ')} ${node.any.map(one => one.message).join(' ')}`));
}"""


def violations(page: Page, colours_only: bool = False, shapes: bool = False) -> list[str]:
    """Once what moves has come to rest."""
    if not page.evaluate("Boolean(window.axe)"):
        assert AXE.is_whole(str(FOLDER)), "make test-page brings axe-core"
        page.evaluate((FOLDER / "axe.min.js").read_text(encoding="utf-8"))
    found: list[str] = page.evaluate(RUN, {"coloursOnly": colours_only, "shapes": shapes})
    return found


if __name__ == "__main__":
    main(AXE.fetch)
