"""What Playwright calls the parts of a browser: without it, tests of pages are skipped."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import (
        Browser as Browser,
        BrowserContext as BrowserContext,
        ConsoleMessage as ConsoleMessage,
        Error as Error,
        Page as Page,
        Request as Request,
        ViewportSize as ViewportSize,
    )
else:
    Browser = BrowserContext = ConsoleMessage = Error = Page = Request = ViewportSize = Any
