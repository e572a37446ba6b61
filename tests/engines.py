"""Other browsers than a new Chromium: Firefox by WebDriver BiDi, two WebKits by their drivers, and
the old Chromium in Qt by the DevTools protocol."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from .web_socket import WebSocket

FIREFOX = Path("/usr/bin/firefox-esr")
WPE = Path("/usr/bin/WPEWebDriver")
WEBKIT_GTK = Path("/usr/bin/WebKitWebDriver")
MINI_BROWSER = "webkit2gtk-4.1/MiniBrowser"
XVFB = Path("/usr/bin/Xvfb")
QT = Path("/usr/lib/python3/dist-packages/PyQt6/QtWebEngineWidgets.abi3.so")
PATIENCE_S = 120
"""Seconds that a browser may take, on a machine that does much else."""


Point = tuple[float, float]
ARROWS = ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown")
KEYS = {"Enter": "\ue007", **dict(zip(ARROWS, "\ue012\ue013\ue014\ue015", strict=True))}
"""Keys that make no letter -> what drivers call them."""


class Engine(Protocol):
    """A browser with one window."""

    process: subprocess.Popen[bytes]

    def go(self, address: str) -> None:
        """Open a page."""

    def evaluate(self, body: str) -> Any:
        """What the body of a function returns on the page."""

    def click(self, x: float, y: float) -> None:
        """Click with the mouse."""

    def drag(self, begin: Point, end: Point) -> None:
        """Press the mouse at one point and lift it at another."""

    def press(self, key: str) -> None:
        """Press a key, named as in `KEYS`, or a letter."""

    def heard(self) -> list[str]:
        """What pages wrote to the console, errors among them, since the last time."""

    def close(self) -> None:
        """End it."""


class Lasting:
    """An engine that is started anew, once in each use, when the browser itself dies.

    A page that fails raises an AssertionError; only what is lost with the browser is an OSError.
    """

    def __init__(self, start: Callable[[], Engine]) -> None:
        self.start = start
        self.engine = start()

    def use(self, action: Callable[[Engine], None]) -> None:
        try:
            action(self.engine)
        except OSError as error:
            warnings.warn(f"the browser has died ({error}), and is started anew", stacklevel=2)
            self.close()
            self.engine = self.start()
            action(self.engine)

    def close(self) -> None:
        self.engine.close()


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


def patiently(action: Any) -> Any:
    """What an action returns, once it no longer fails."""
    end = time.monotonic() + PATIENCE_S
    while True:
        try:
            return action()
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


def pressed(*points: Point) -> list[dict[str, Any]]:
    """The actions of a mouse that is pressed at the first point and lifted at the last."""
    moves = [{"type": "pointerMove", "x": round(x), "y": round(y)} for x, y in points]
    steps = [moves[0], {"type": "pointerDown", "button": 0}, {"type": "pause", "duration": 40}]
    steps += [*moves[1:], {"type": "pointerUp", "button": 0}]
    mouse = {"pointerType": "mouse"}
    return [{"type": "pointer", "id": "mouse", "parameters": mouse, "actions": steps}]


def typed(key: str) -> list[dict[str, Any]]:
    """The actions of a keyboard."""
    value = KEYS.get(key, key)
    steps = [{"type": kind, "value": value} for kind in ("keyDown", "keyUp")]
    return [{"type": "key", "id": "keyboard", "actions": steps}]


def between(begin: Point, end: Point) -> list[Point]:
    """A way from one point to another."""
    (x, y), (to_x, to_y) = begin, end
    return [begin, ((x + to_x) / 2, (y + to_y) / 2), end]


def started(
    command: list[str | Path],
    folder: Path,
    more: dict[str, str],
    keep: tuple[int, ...] = (),
    log: Path = Path(os.devnull),
) -> subprocess.Popen[bytes]:
    """A program that keeps its files in a folder, and writes to a log and not to the terminal."""
    home = {"HOME": str(folder), "XDG_RUNTIME_DIR": str(folder)}
    with log.open("wb") as written:
        return subprocess.Popen(
            command,
            stdout=written,
            stderr=written,
            env={**os.environ, **home, **more},
            pass_fds=keep,
            start_new_session=True,
        )


def ended(process: subprocess.Popen[bytes]) -> None:
    """End a program with all that it started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGTERM)
    process.wait(PATIENCE_S)


def answered(engine: Firefox | OldChromium, method: str, params: dict[str, Any]) -> Any:
    """What an engine answers on its web socket."""
    engine.number += 1
    engine.socket.send(json.dumps({"id": engine.number, "method": method, "params": params}))
    while True:
        message = json.loads(engine.socket.receive())
        if message.get("id") == engine.number:
            assert "result" in message, message
            return message["result"]
        if message.get("method") in SPOKEN:
            engine.spoken.append(json.dumps(message["params"]))


SPOKEN = {"log.entryAdded", "Log.entryAdded", "Runtime.consoleAPICalled", "Runtime.exceptionThrown"}
"""Events that say what was written to the console."""


class Firefox:
    """Firefox ESR, headless."""

    def __init__(self, folder: Path) -> None:
        port = free_port()
        (folder / "user.js").write_text('user_pref("app.update.enabled", false);\n')
        command: list[str | Path] = [FIREFOX, "--headless", "--no-remote", "--profile", folder]
        command += [f"--remote-debugging-port={port}", "about:blank"]
        self.process = started(command, folder, {})
        self.socket = patiently(lambda: WebSocket(port, "/session", PATIENCE_S))
        self.number = 0
        self.spoken: list[str] = []
        self.command("session.new", {"capabilities": {}})
        self.command("session.subscribe", {"events": ["log.entryAdded"]})
        self.window = self.command("browsingContext.getTree", {})["contexts"][0]["context"]
        size = {"width": 390, "height": 844}
        self.command("browsingContext.setViewport", {"context": self.window, "viewport": size})

    def command(self, method: str, params: dict[str, Any]) -> Any:
        return answered(self, method, params)

    def go(self, address: str) -> None:
        given = {"context": self.window, "url": address, "wait": "complete"}
        self.command("browsingContext.navigate", given)

    def evaluate(self, body: str) -> Any:
        text = f"JSON.stringify((() => {{ {body} }})() ?? null)"
        target = {"context": self.window}
        given = {"expression": text, "target": target, "awaitPromise": True}
        result = self.command("script.evaluate", given)
        assert result["type"] == "success", result
        return json.loads(result["result"]["value"])

    def act(self, actions: list[dict[str, Any]]) -> None:
        self.command("input.performActions", {"context": self.window, "actions": actions})

    def click(self, x: float, y: float) -> None:
        self.act(pressed((x, y)))

    def drag(self, begin: Point, end: Point) -> None:
        self.act(pressed(*between(begin, end)))

    def press(self, key: str) -> None:
        self.act(typed(key))

    def heard(self) -> list[str]:
        self.spoken, spoken = [], self.spoken
        return spoken

    def close(self) -> None:
        ended(self.process)


SPEAKS = "--enable-write-console-messages-to-stdout=true"
"""The option by which WebKit's small browsers write the console to their output."""


class WebKit:
    """A WebKit that a driver starts."""

    def __init__(
        self, driver: Path, asked: dict[str, Any], folder: Path, display: dict[str, str]
    ) -> None:
        port = free_port()
        self.log, self.read = folder / "log.txt", 0
        self.process = started([driver, f"--port={port}"], folder, display, log=self.log)
        self.address = f"http://127.0.0.1:{port}/session"
        given = {"capabilities": {"alwaysMatch": asked}}
        self.address += "/" + patiently(lambda: self.command("", given))["sessionId"]

    def command(self, path: str, given: dict[str, Any] | None) -> Any:
        data = None if given is None else json.dumps(given).encode()
        head = {"Content-Type": "application/json"}
        request = urllib.request.Request(self.address + path, data, head)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            problem = json.load(error)["value"]
            assert problem["error"] != "javascript error", problem["message"]
            raise ConnectionError(f"{problem['error']}: {problem['message']}") from error

    def go(self, address: str) -> None:
        self.command("/url", {"url": address})

    def evaluate(self, body: str) -> Any:
        return self.command("/execute/sync", {"script": body, "args": []})

    def click(self, x: float, y: float) -> None:
        self.command("/actions", {"actions": pressed((x, y))})

    def drag(self, begin: Point, end: Point) -> None:
        self.command("/actions", {"actions": pressed(*between(begin, end))})

    def press(self, key: str) -> None:
        self.command("/actions", {"actions": typed(key)})

    def heard(self) -> list[str]:
        lines = self.log.read_text(errors="replace").splitlines()
        self.read, fresh = len(lines), lines[self.read :]
        return [line for line in fresh if line.startswith("CONSOLE")]

    def close(self) -> None:
        with contextlib.suppress(OSError):
            request = urllib.request.Request(self.address, method="DELETE")
            urllib.request.urlopen(request, timeout=PATIENCE_S).close()
        ended(self.process)


class Wpe(WebKit):
    """WPE WebKit in Cog, without a screen."""

    def __init__(self, folder: Path) -> None:
        options = {
            "binary": "/usr/bin/cog",
            "args": ["--automation", "--platform=headless", SPEAKS],
        }
        super().__init__(WPE, {"browserName": "cog", "wpe:browserOptions": options}, folder, {})


class WebKitGtk(WebKit):
    """WebKitGTK in its own small browser, on a screen that nobody sees."""

    def __init__(self, folder: Path) -> None:
        reader, writer = os.pipe()
        screen: list[str | Path] = [XVFB, "-displayfd", str(writer), "-screen", "0", "1280x1024x24"]
        self.screen = started(screen, folder, {}, keep=(writer,))
        os.close(writer)
        with os.fdopen(reader) as number:
            display = {"DISPLAY": ":" + number.readline().strip()}
        browser = next(Path("/usr/lib").glob("*/" + MINI_BROWSER))
        options = {"binary": str(browser), "args": ["--automation", SPEAKS]}
        super().__init__(WEBKIT_GTK, {"webkitgtk:browserOptions": options}, folder, display)
        self.command("/window/rect", {"width": 390, "height": 844})

    def close(self) -> None:
        super().close()
        ended(self.screen)


WINDOW = """
from PyQt6.QtCore import QUrl
from PyQt6.QtWebEngineWidgets import QWebEngineView
from PyQt6.QtWidgets import QApplication
app = QApplication([""])
view = QWebEngineView()
view.resize(390, 844)
view.setUrl(QUrl("about:blank"))
view.show()
app.exec()
"""


CODES = {"Enter": 13, **{key: 37 + i for i, key in enumerate(ARROWS)}}
"""The numbers of keys in Chromium."""


class OldChromium:
    """The Chromium in Qt, without a screen."""

    def __init__(self, folder: Path) -> None:
        port = free_port()
        more = {
            "QT_QPA_PLATFORM": "offscreen",
            "QTWEBENGINE_CHROMIUM_FLAGS": "--no-sandbox --disable-gpu",
            "QTWEBENGINE_REMOTE_DEBUGGING": str(port),
        }
        self.process = started(["/usr/bin/python3", "-c", WINDOW], folder, more)
        listed = f"http://127.0.0.1:{port}/json"
        answer = patiently(lambda: urllib.request.urlopen(listed, timeout=PATIENCE_S))
        self.socket = WebSocket(port, f"/devtools/page/{json.load(answer)[0]['id']}", PATIENCE_S)
        self.number = 0
        self.spoken: list[str] = []
        self.command("Runtime.enable", {})
        self.command("Log.enable", {})

    def command(self, method: str, params: dict[str, Any]) -> Any:
        return answered(self, method, params)

    def go(self, address: str) -> None:
        self.command("Page.navigate", {"url": address})

    def evaluate(self, body: str) -> Any:
        given = {"expression": f"(() => {{ {body} }})()", "returnByValue": True}
        result = self.command("Runtime.evaluate", given)
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    def mouse(self, kind: str, point: Point) -> None:
        x, y = point
        given = {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1}
        self.command("Input.dispatchMouseEvent", given)

    def click(self, x: float, y: float) -> None:
        self.drag((x, y), (x, y))

    def drag(self, begin: Point, end: Point) -> None:
        self.mouse("mousePressed", begin)
        for point in between(begin, end)[1:]:
            self.mouse("mouseMoved", point)
        self.mouse("mouseReleased", end)

    def press(self, key: str) -> None:
        name = {"Enter": "\r"}.get(key, "" if key in KEYS else key)
        given = {"key": key, "code": key, "text": name, "windowsVirtualKeyCode": CODES.get(key, 0)}
        self.command(
            "Input.dispatchKeyEvent", {"type": "keyDown" if name else "rawKeyDown", **given}
        )
        self.command("Input.dispatchKeyEvent", {"type": "keyUp", **given})

    def heard(self) -> list[str]:
        self.spoken, spoken = [], self.spoken
        return spoken

    def close(self) -> None:
        ended(self.process)
