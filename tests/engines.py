"""Other browsers than Chromium: Firefox by WebDriver BiDi, and WebKit by its driver."""

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
    command: list[str | Path], folder: Path, log: Path = Path(os.devnull)
) -> subprocess.Popen[bytes]:
    """A program that keeps its files in a folder, and writes to a log and not to the terminal."""
    home = {"HOME": str(folder), "XDG_RUNTIME_DIR": str(folder)}
    with log.open("wb") as written:
        return subprocess.Popen(
            command,
            stdout=written,
            stderr=written,
            env={**os.environ, **home},
            start_new_session=True,
        )


def ended(process: subprocess.Popen[bytes]) -> None:
    """End a program with all that it started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGTERM)
    process.wait(PATIENCE_S)


class Firefox:
    """Firefox ESR, headless."""

    def __init__(self, folder: Path) -> None:
        port = free_port()
        (folder / "user.js").write_text('user_pref("app.update.enabled", false);\n')
        command: list[str | Path] = [FIREFOX, "--headless", "--no-remote", "--profile", folder]
        command += [f"--remote-debugging-port={port}", "about:blank"]
        self.process = started(command, folder)
        self.socket = patiently(lambda: WebSocket(port, "/session", PATIENCE_S))
        self.number = 0
        self.spoken: list[str] = []
        self.command("session.new", {"capabilities": {}})
        self.command("session.subscribe", {"events": ["log.entryAdded"]})
        self.window = self.command("browsingContext.getTree", {})["contexts"][0]["context"]
        size = {"width": 390, "height": 844}
        self.command("browsingContext.setViewport", {"context": self.window, "viewport": size})

    def command(self, method: str, params: dict[str, Any]) -> Any:
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": params}))
        while True:
            message = json.loads(self.socket.receive())
            if message.get("id") == self.number:
                assert "result" in message, message
                return message["result"]
            if message.get("method") == "log.entryAdded":
                self.spoken.append(json.dumps(message["params"]))

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


class Wpe:
    """WPE WebKit in Cog, without a screen, started by its driver."""

    def __init__(self, folder: Path) -> None:
        port = free_port()
        self.log, self.read = folder / "log.txt", 0
        self.process = started([WPE, f"--port={port}"], folder, self.log)
        self.address = f"http://127.0.0.1:{port}/session"
        speaks = "--enable-write-console-messages-to-stdout=true"
        options = {
            "binary": "/usr/bin/cog",
            "args": ["--automation", "--platform=headless", speaks],
        }
        asked = {"browserName": "cog", "wpe:browserOptions": options}
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


class WebSocket:
    """Texts to and from a server, one a frame, as much of RFC 6455 as that needs."""

    def __init__(self, port: int, path: str, timeout_s: float) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=timeout_s)
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
