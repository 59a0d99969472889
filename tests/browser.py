"""A real browser for tests of pages: Chromium, with everything it complains about collected.

    def test_a_page_opens(open_page: OpenPage, tmp_path: Path) -> None:
        shown = open_page(write_page(tmp_path / "page.html", page), width=390, dark=True)
        shown.page.get_by_role("button", name="Next").click()      # `shown.page` is Playwright's page
        shown.set_formulas()                                       # every formula, also those far from the screen
        assert shown.page.locator(".katex").count() == 3

When the test ends, it fails if the page logged an error, broke its content security policy, or asked for anything on the
network (`shown.allow("...")` before that takes a message out). `open_page` takes a path or an address of `serve`. Without
Chromium the tests that use it are skipped, loudly; in continuous integration they fail.

The browser lives as long as a module of tests, and while it does `asyncio.run` cannot be used in that module.
"""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, sync_playwright


class Shown:
    """A page that is open, and what it complained about."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        self._allowed: list[str] = []
        self._origin = ""
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        page.on("request", self._request)

    def visit(self, place: Path | str) -> None:
        """Open a file, or an address on this machine."""
        address = place.resolve().as_uri() if isinstance(place, Path) else place
        self._origin = re.match(r"\w+://[^/]*/", address)[0]  # type: ignore[index]
        told = "console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI)"
        self.page.add_init_script(f"addEventListener('securitypolicyviolation', event => {told})")
        self.page.goto(address)

    def allow(self, message: str) -> None:
        """Take complaints that hold these words as expected."""
        self._allowed.append(message)

    def set_formulas(self) -> None:
        """Have every formula of the page set, also those far from the screen."""
        self.page.evaluate("TCS.typeset(document)")

    def unset_formulas(self) -> list[str]:
        """The formulas that could not be set, as their source."""
        return self.page.locator('.tcs-math:not([data-set="formula"])').all_inner_texts()

    def check(self) -> None:
        """Fail if the page complained."""
        left = [one for one in self.complaints if not any(word in one for word in self._allowed)]
        assert left == []

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self._origin or "file:///", "data:", "blob:")):
            self.complaints.append(f"network: {request.url}")


OpenPage = Callable[..., Shown]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, for the tests of one module."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None and "CI" not in os.environ:
        pytest.skip("NO CHROMIUM HERE, SO NO PAGE IS OPENED (on Debian or Ubuntu: apt-get install chromium)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser: Browser) -> Iterator[OpenPage]:
    """Open a page: `open_page(place, width=1200, height=900, dark=False)`."""
    opened: list[Shown] = []

    def open_(place: Path | str, width: int = 1200, height: int = 900, *, dark: bool = False, phone: bool = False) -> Shown:
        scheme: Literal["dark", "light"] = "dark" if dark else "light"
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, has_touch=phone, is_mobile=phone
        )
        shown = Shown(context.new_page())
        opened.append(shown)
        shown.visit(place)
        return shown

    yield open_
    for shown in opened:
        shown.page.context.close()
    for shown in opened:
        shown.check()
