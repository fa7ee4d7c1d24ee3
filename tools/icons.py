"""Draws the icons for those who cannot use SVG: run it after a change of `icon.svg` or `icon-maskable.svg`.

The SVG files are the source; a Chromium that Playwright finds, or that FREECELL_CHROMIUM names, makes the PNG files beside them.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Final

from playwright.sync_api import sync_playwright

WEB: Final = Path(__file__).parent.parent / "src" / "freecell" / "web"
DRAWN: Final = {"icon-180.png": ("icon-maskable.svg", 180), "icon-192.png": ("icon.svg", 192), "icon-512.png": ("icon.svg", 512)}
"""Each file, what it is drawn from, and its size in pixels. The system rounds the corners of the one for home screens itself."""


def main() -> None:
    """Draw them all."""
    path = os.environ.get("FREECELL_CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for name, (source, size) in DRAWN.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            svg = (
                (WEB / source)
                .read_text(encoding="utf-8")
                .replace("<svg ", f'<svg width="{size}" height="{size}" style="display: block" ', 1)
            )
            page.set_content(f'<body style="margin: 0">{svg}')
            page.screenshot(path=WEB / name, omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
