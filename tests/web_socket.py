"""Texts to and from a server on this machine, by a web socket."""

from __future__ import annotations

import base64
import socket


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
