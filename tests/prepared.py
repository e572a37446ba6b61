"""`pyrtool` for tests that type many commands: one process has imported it, and forks for each.

Each command is a process with its own arguments, folder, environment and streams, as it is when
typed, except Python's start and its imports. Tests of what a process does at its start and its
end (signals, pipes, streams, what is imported) start the real one.
"""

import gc
import json
import os
import pkgutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

from typer.testing import CliRunner

CALL = """\
#!{python} -IS
import json, os, socket, sys
with socket.socket(socket.AF_UNIX) as line:
    line.connect({door!r})
    request = json.dumps([sys.argv, os.getcwd(), dict(os.environ)]).encode()
    socket.send_fds(line, [len(request).to_bytes(8, "big")], [0, 1, 2])
    line.sendall(request)
    status = line.recv(1)
sys.exit(status[0] if status else 1)
"""
"""The program that is typed: it hands all that it was given to the process that waits."""


@contextmanager
def typed_commands(folder: Path) -> Iterator[Path]:
    """A folder for PATH with a program `pyrtool`; it works as long as this lasts."""
    door = folder / "door"
    program = folder / "pyrtool"
    program.write_text(CALL.format(python=sys.executable, door=str(door)))
    program.chmod(0o755)
    # -P: the installed package, whose kernel is compiled, not the sources in this folder.
    words = [sys.executable, "-P", __file__, str(door)]
    environment = os.environ | {"LC_ALL": "C.UTF-8"}
    with subprocess.Popen(
        words, env=environment, stdout=subprocess.PIPE, start_new_session=True
    ) as waiting:
        assert waiting.stdout is not None
        assert waiting.stdout.readline() == b"ready\n"
        yield folder
        waiting.terminate()


def wait(door: str) -> None:
    """Answer calls, one after the other, each in a process of its own."""
    from pyrtool import cli

    for found in pkgutil.walk_packages(cli.__path__, "pyrtool.cli."):
        import_module(found.name)
    from pyrtool.cli.app import app

    # Typer, Pillow and the commands import more when they are called.
    for words in (["solve", "2", "--game", "giza"], ["render", "2", "-o", f"{door}.png"]):
        assert CliRunner().invoke(app, words, prog_name="pyrtool").exit_code == 0
    gc.collect()
    gc.freeze()  # a process that ends would look through all of it, and copy it to do so
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(door)
        listening.listen()
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        print("ready", flush=True)
        while True:
            line, _ = listening.accept()
            if os.fork() == 0:
                listening.close()
                answer(line)
            line.close()


def answer(line: socket.socket) -> None:
    """Be the command that was typed, in a process of its own, and show how it ended."""
    length, streams, _, _ = socket.recv_fds(line, 8, 3)
    received = b""
    while len(received) < int.from_bytes(length, "big"):
        received += line.recv(1 << 16)
    words, folder, environment = json.loads(received)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    command = os.fork()
    if command:
        for stream in streams:
            os.close(stream)
        _, status = os.waitpid(command, 0)
        line.sendall(bytes([os.waitstatus_to_exitcode(status) & 255]))
        os._exit(0)
    line.close()
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv[:] = words
    from pyrtool.cli import main

    main()


if __name__ == "__main__":
    wait(sys.argv[1])
