"""Serves the game from this checkout: database, static files, then daphne, with the addresses to open.

Run by `make play` with .venv's Python. PORT chooses the port; every other setting is described in
docs/settings.md. Data stay in var/.
"""

from __future__ import annotations

import errno
import os
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Addresses reserved for documentation, outside any real network: good for asking which way a packet would go.
ELSEWHERE = ("198.51.100.1", "203.0.113.1")
LOCAL_NAMES = ["localhost", "127.0.0.1", "[::1]"]


def main() -> int:
    """Prepare and serve until Ctrl-C; the exit code says whether that went well."""
    port = chosen_port(os.environ.get("PORT", "8000"))
    if port is None:
        print(f"PORT must be a number from 1 to 65535, not {os.environ['PORT']!r}.", file=sys.stderr)
        return 1
    trouble = port_trouble(port)
    if trouble:
        print(trouble, file=sys.stderr)
        return 1
    here, friends = f"http://localhost:{port}/", None
    address = lan_address()
    if address:
        friends = f"http://{address}:{port}/"
    # Whoever sets these knows better, so they are only filled in.
    os.environ.setdefault("ALLOWED_HOSTS", ",".join([*LOCAL_NAMES, address] if address else LOCAL_NAMES))
    if friends:
        # A link made on localhost must open on a friend's machine.
        os.environ.setdefault("PUBLIC_URL", friends)
    os.environ.setdefault("STATIC_MANIFEST", "1")
    # A line for each thing that somebody does would push the addresses out of sight.
    os.environ.setdefault("LOG_LEVEL", "WARNING")
    os.chdir(ROOT)
    try:
        prepare()
    except subprocess.CalledProcessError as error:
        return error.returncode
    serve(port, here, friends)
    return 0


def chosen_port(text: str) -> int | None:
    """Return PORT as a number, None when it is not one that can be listened on."""
    return int(text) if text.isascii() and text.isdigit() and 0 < int(text) < 65536 else None


def port_trouble(port: int) -> str | None:
    """Return a sentence saying why the port cannot be used, None when it can."""
    with socket.socket() as probe:
        # As daphne does: connections of a server that has just stopped are no hindrance.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("0.0.0.0", port))
            probe.listen()
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                other = port + 1 if port < 65535 else 8000
                return (
                    f"Port {port} is in use, perhaps by another `make play`. "
                    f"Stop that one, or choose another port: make play PORT={other}"
                )
            return f"Port {port} cannot be used: {error.strerror}. Choose another: make play PORT=8000"
    return None


def lan_address() -> str | None:
    """Return this machine's address in its network, None without a network.

    A UDP socket's connect sends nothing: it only picks the interface, and so the address, to send from.
    """
    for target in ELSEWHERE:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((target, 9))
            except OSError:
                continue
            address: str = probe.getsockname()[0]
            if not address.startswith(("127.", "0.")):
                return address
    return None


def prepare() -> None:
    """Bring database and static files up to date. Raises CalledProcessError when a step fails."""
    manage = [sys.executable, "manage.py"]
    # Half a minute at the first start, on a slow machine: silence would look like a fault.
    print("Preparing the database and the pages", flush=True)
    subprocess.run([*manage, "migrate", "--verbosity", "0"], check=True)
    if static_files_changed():
        subprocess.run([*manage, "collectstatic", "--no-input", "--clear", "--verbosity", "0"], check=True)


def static_files_changed() -> bool:
    """Whether anything is newer than the collected files' index, which collectstatic writes last."""
    index = Path(os.environ.get("STATIC_ROOT") or ROOT / "staticfiles") / "staticfiles.json"
    if not index.exists():
        return True
    # The lock stands for the files of Django's own admin; folders tell of files removed and renamed. Scripts are joined
    # with their sentences.
    sources = [
        ROOT / "requirements.lock",
        *(ROOT / "racing" / "static").rglob("*"),
        *ROOT.glob("locale/*/*/*.mo"),
    ]
    return max(source.stat().st_mtime for source in sources) >= index.stat().st_mtime


def serve(port: int, here: str, friends: str | None) -> None:
    """Run daphne in this process, so that Ctrl-C reaches it and nothing else is left to stop."""
    from daphne.cli import CommandLineInterface

    threading.Thread(target=announce, args=(port, here, friends), daemon=True).start()
    CommandLineInterface().run(
        ["--bind", "0.0.0.0", "--port", str(port), "--verbosity", "0", "racing.asgi:application"]
    )


def announce(port: int, here: str, friends: str | None) -> None:
    """Print where to go as soon as somebody answers there."""
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            break
        except OSError:
            time.sleep(0.1)
    others = friends or "no network found: only this machine can play"
    print(
        f"\nPatience Racing is served.\n  here:        {here}\n  for friends: {others}\nCtrl-C stops it.\n",
        flush=True,
    )


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(main())
