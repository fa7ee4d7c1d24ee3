"""The page's weight, and the time to a playable table in a real Chromium on this machine.

Every run opens a deal's address in a new browser context: nothing cached, nothing stored. The times begin with the navigation.

- Weight: what crossed the wire until the table was there, compressed as the server sends it, with headers; the same files uncompressed;
  what the WebSocket brought. For comparison, a browser that takes no compression gets the uncompressed size.
- Table: the first frame in which all 52 cards lie on the table where the deal has them, nothing moves any more, and the page has its game.
- Answered: a card was played to a cell by keyboard then, and lies there.

Every run asserts that the cascades on the screen are the deal's, and that the move was made. The path of the browser is taken from
`--chromium`; without it, Playwright's own is started.
"""

from __future__ import annotations

import argparse
import urllib.request
from dataclasses import dataclass, field
from typing import Any

from common import server, spread
from playwright.sync_api import Browser, sync_playwright

from freecell import deal

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DEAL = 164

WATCH = """
() => {
  const inside = ({left, top, right, bottom}) => left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && right > left;
  const look = () => {
    const cards = [...document.querySelectorAll("[data-place] > [data-card]")];
    const corners = cards.map(card => card.getBoundingClientRect());
    const apart = new Set(corners.map(({left, top}) => `${left} ${top}`)).size;
    const moving = document.getAnimations().some(({effect}) => effect.target?.closest?.("[data-card]"));
    if (cards.length === 52 && apart === 52 && corners.every(inside) && !moving) {
      // The message arrives as soon as this frame is drawn.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => { window.tableAt = performance.now(); };
      port2.postMessage(null);
    } else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
"""

CASCADES = """
() => [1, 2, 3, 4, 5, 6, 7, 8].map(
  place => [...document.querySelectorAll(`[data-place="${place}"] > [data-card]`)].map(card => card.dataset.card).join(" "))
"""

PLAY = """
() => {
  const begun = performance.now();
  const look = () => {
    if (document.querySelector('[data-place="a"] [data-card="6S"]')) window.answeredIn = performance.now() - begun;
    else requestAnimationFrame(look);
  };
  for (const key of ["1", "a"]) document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
  look();
}
"""


@dataclass
class Traffic:
    """What crossed the wire, by request."""

    addresses: dict[str, str] = field(default_factory=dict)
    wire: int = 0
    plain: int = 0
    frames: int = 0

    def listen(self, session: Any) -> None:
        """Count what a page's DevTools session tells."""
        session.on("Network.requestWillBeSent", lambda told: self.addresses.update({told["requestId"]: told["request"]["url"]}))
        session.on("Network.dataReceived", lambda told: self._add(plain=told["dataLength"]))
        session.on("Network.loadingFinished", lambda told: self._add(wire=int(told["encodedDataLength"])))
        session.on("Network.webSocketFrameReceived", lambda told: self._add(frames=len(told["response"]["payloadData"])))
        session.send("Network.enable")

    def _add(self, wire: int = 0, plain: int = 0, frames: int = 0) -> None:
        self.wire += wire
        self.plain += plain
        self.frames += frames


@dataclass
class Visit:
    """What one visit found."""

    traffic: Traffic
    table: float
    paint: float
    answered: float


def main() -> None:
    """Visit the page many times."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=11, help="visits, beside one to warm up (default: 11)")
    parser.add_argument("--chromium", help="path of the browser")
    parser.add_argument("--size", default="1280x800", help="size of the window (default: 1280x800)")
    asked = parser.parse_args()
    width, height = map(int, asked.size.split("x"))
    with server() as served, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=asked.chromium, args=ARGUMENTS)
        visits = [visit(browser, f"{served.address}deal/{DEAL}", width, height) for _ in range(asked.runs + 1)][1:]
        browser.close()
        check_headers(served.address)
    weights = sorted((visit.traffic.wire, visit.traffic.plain, visit.traffic.frames, len(visit.traffic.addresses)) for visit in visits)
    wire, plain, frames, requests = weights[len(weights) // 2]
    print(f"weight     {wire / 1000:.1f} kB over the wire in {requests} requests, {plain / 1000:.1f} kB uncompressed")
    print(f"           and {frames / 1000:.1f} kB by WebSocket")
    print(f"paint      {spread([visit.paint for visit in visits])}")
    print(f"table      {spread([visit.table for visit in visits])}")
    print(f"answered   {spread([visit.answered for visit in visits])} after the key")


def visit(browser: Browser, address: str, width: int, height: int) -> Visit:
    """Open the address with nothing in the cache, wait for the table, and play a move."""
    context = browser.new_context(viewport={"width": width, "height": height})
    page = context.new_page()
    traffic = Traffic()
    traffic.listen(context.new_cdp_session(page))
    page.add_init_script(f"({WATCH})()")
    page.goto(address, wait_until="commit")
    page.wait_for_function("() => window.tableAt")
    table = float(page.evaluate("() => window.tableAt"))
    paint = float(page.evaluate("() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"))
    assert page.evaluate(CASCADES) == [" ".join(map(str, cascade)) for cascade in deal(DEAL).cascades]
    page.wait_for_load_state("networkidle")
    page.evaluate(PLAY)
    page.wait_for_function("() => window.answeredIn")
    answered = float(page.evaluate("() => window.answeredIn"))
    context.close()
    assert all(url.startswith(address.partition("/deal")[0]) for url in traffic.addresses.values()), traffic.addresses
    return Visit(traffic, table, paint, answered)


def check_headers(address: str) -> None:
    """The weight counts compressed files only if a browser that asks for them gets them."""
    request = urllib.request.Request(address, headers={"accept-encoding": "gzip"})
    with urllib.request.urlopen(request) as answer:
        assert answer.headers["content-encoding"] == "gzip"


if __name__ == "__main__":
    main()
