"""Prettier, which formats the page's style sheet: one version, by its hash."""

from banquier.bodies.engine import NpmPackage, main

PRETTIER = NpmPackage(
    "prettier",
    "3.6.2",
    "23b0088396e802be51d0516d27aac27c3f8b16c587a7cd5da25ac50fc4bbf54f"
    "6d6fc033da71ab2677273129f2b3e6e94097d1533aacf619c0f35380037842b9",
    ("bin", "internal", "plugins", "doc.mjs", "index.mjs", "package.json"),
)

if __name__ == "__main__":
    main(PRETTIER.fetch)
