"""TypeScript, whose checker reads the page's plain JavaScript: one version, by its hash."""

from banquier.bodies.engine import NpmPackage, main

TYPESCRIPT = NpmPackage(
    "typescript",
    "5.9.3",
    "8e5d6f6733c38a72ebf5e52ddc9feded5e8580d130f508ef04f772b33f4a7d00"
    "c3e357d0ac2d98e2f290762694a454f86d795bd511e12e9a7cc2d9ba3394e04b",
    ("lib",),
)

if __name__ == "__main__":
    main(TYPESCRIPT.fetch)
