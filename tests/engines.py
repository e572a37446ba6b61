"""Other browsers than a new Chromium: Firefox by WebDriver BiDi, two WebKits by their drivers, and
the old Chromium in Qt by the DevTools protocol."""

from __future__ import annotations

import base64
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

FIREFOX = Path("/usr/bin/firefox-esr")
WPE = Path("/usr/bin/WPEWebDriver")
WEBKIT_GTK = Path("/usr/bin/WebKitWebDriver")
MINI_BROWSER = "webkit2gtk-4.1/MiniBrowser"
XVFB = Path("/usr/bin/Xvfb")
QT = Path("/usr/lib/python3/dist-packages/PyQt6/QtWebEngineWidgets.abi3.so")
PATIENCE_S = 120
"""Seconds that a browser may take, on a machine that does much else."""


class Engine(Protocol):
    """A browser with one window."""

    process: subprocess.Popen[bytes]

    def go(self, address: str) -> None:
        """Open a page."""

    def evaluate(self, body: str) -> Any:
        """What the body of a function returns on the page."""

    def click(self, x: float, y: float) -> None:
        """Click with the mouse."""

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


def clicked(x: float, y: float) -> list[dict[str, Any]]:
    """The actions of a mouse."""
    steps: list[dict[str, Any]] = [
        {"type": "pointerMove", "x": round(x), "y": round(y)},
        {"type": "pointerDown", "button": 0},
        {"type": "pause", "duration": 40},
        {"type": "pointerUp", "button": 0},
    ]
    mouse = {"pointerType": "mouse"}
    return [{"type": "pointer", "id": "mouse", "parameters": mouse, "actions": steps}]


class WebSocket:
    """Texts to and from a server, one a frame, as much of RFC 6455 as that needs."""

    def __init__(self, port: int, path: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S)
        key = base64.b64encode(bytes(16)).decode()  # nobody else is there
        self.socket.sendall(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        self.reader = self.socket.makefile("rb")
        if b" 101 " not in self.reader.readline():
            raise ConnectionError("no web socket")
        while self.reader.readline().strip():
            pass

    def send(self, text: str) -> None:
        data, mask = text.encode(), b"mask"
        size = len(data)
        head = bytes([0x81, 0x80 | size]) if size < 126 else b"\x81\xfe" + size.to_bytes(2, "big")
        masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(data))
        self.socket.sendall(head + mask + masked)

    def receive(self) -> str:
        text = b""
        while True:
            head = self.reader.read(2)
            if len(head) < 2:
                raise ConnectionError("the browser has ended")
            first, size = head
            if size >= 126:
                size = int.from_bytes(self.reader.read(2 if size == 126 else 8), "big")
            data = self.reader.read(size)
            if first & 0xF > 1:
                continue  # a ping, or the end
            text += data
            if first & 0x80:
                return text.decode()


def started(
    command: list[str | Path], folder: Path, more: dict[str, str], keep: tuple[int, ...] = ()
) -> subprocess.Popen[bytes]:
    """A silent program that keeps its files in a folder."""
    home = {"HOME": str(folder), "XDG_RUNTIME_DIR": str(folder)}
    silent = subprocess.DEVNULL
    environment = {**os.environ, **home, **more}
    return subprocess.Popen(
        command,
        stdout=silent,
        stderr=silent,
        env=environment,
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


class Firefox:
    """Firefox ESR, headless."""

    def __init__(self, folder: Path) -> None:
        port = free_port()
        (folder / "user.js").write_text('user_pref("app.update.enabled", false);\n')
        command: list[str | Path] = [FIREFOX, "--headless", "--no-remote", "--profile", folder]
        command += [f"--remote-debugging-port={port}", "about:blank"]
        self.process = started(command, folder, {})
        self.socket = patiently(lambda: WebSocket(port, "/session"))
        self.number = 0
        self.command("session.new", {"capabilities": {}})
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

    def click(self, x: float, y: float) -> None:
        given = {"context": self.window, "actions": clicked(x, y)}
        self.command("input.performActions", given)

    def close(self) -> None:
        ended(self.process)


class WebKit:
    """A WebKit that a driver starts."""

    def __init__(
        self, driver: Path, asked: dict[str, Any], folder: Path, display: dict[str, str]
    ) -> None:
        port = free_port()
        self.process = started([driver, f"--port={port}"], folder, display)
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
        self.command("/actions", {"actions": clicked(x, y)})

    def close(self) -> None:
        with contextlib.suppress(OSError):
            request = urllib.request.Request(self.address, method="DELETE")
            urllib.request.urlopen(request, timeout=PATIENCE_S).close()
        ended(self.process)


class Wpe(WebKit):
    """WPE WebKit in Cog, without a screen."""

    def __init__(self, folder: Path) -> None:
        options = {"binary": "/usr/bin/cog", "args": ["--automation", "--platform=headless"]}
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
        options = {"binary": str(browser), "args": ["--automation"]}
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
        self.socket = WebSocket(port, f"/devtools/page/{json.load(answer)[0]['id']}")
        self.number = 0

    def command(self, method: str, params: dict[str, Any]) -> Any:
        return answered(self, method, params)

    def go(self, address: str) -> None:
        self.command("Page.navigate", {"url": address})

    def evaluate(self, body: str) -> Any:
        given = {"expression": f"(() => {{ {body} }})()", "returnByValue": True}
        result = self.command("Runtime.evaluate", given)
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    def click(self, x: float, y: float) -> None:
        for kind in ("mousePressed", "mouseReleased"):
            given = {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1}
            self.command("Input.dispatchMouseEvent", given)

    def close(self) -> None:
        ended(self.process)
