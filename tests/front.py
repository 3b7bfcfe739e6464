"""nginx in front of a site's workers, from deploy/nginx: for tests, `make cluster` and `make load`."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.servers import ROOT, START_SECONDS, STOP_SECONDS, Site, free_port

SETTINGS = ROOT / "deploy" / "nginx"
TEMPLATE = SETTINGS / "default.conf.template"
# Everybody is one address here. The numbers of a real site are in docker-compose.yml.
LIMITS = {"PAGES_PER_SECOND": "10000", "PAGES_BURST": "10000", "CONNECTIONS_PER_ADDRESS": "20000"}
# What nginx without rights writes to.
PLACES = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
# In the image it answers to localhost, and to every other name as the first on its port.
OF_THE_IMAGE = "server { listen 80; server_name localhost; location / { root /usr/share/nginx/html; } }"


def settings(folder: Path, values: dict[str, str]) -> Path:
    """Write the settings of deploy/nginx into `folder`, as the nginx image makes them; return the file to start with.

    Beside the site lies what the image has of its own. Only paths differ, and whose nginx is.
    """
    whole = (SETTINGS / "nginx.conf").read_text()
    written = "".join(f"    {place}_temp_path {folder}/nginx-{place};\n" for place in PLACES)
    # Without rights there is no other account to work as; with them ours owns the folder.
    user = "user root;" if os.geteuid() == 0 else ""
    for ours, here in {
        "user nginx;": user,
        "/run/nginx.pid": f"{folder}/nginx.pid",
        "/dev/stderr": f"{folder}/nginx.log",
        "/etc/nginx/conf.d": f"{folder}/conf.d",
        "http {\n": f"http {{\n{written}",
    }.items():
        assert whole.count(ours) == 1, ours
        whole = whole.replace(ours, here)
    (folder / "conf.d").mkdir()
    (folder / "conf.d" / "default.conf").write_text(OF_THE_IMAGE)
    for template in SETTINGS.glob("*.template"):
        (folder / "conf.d" / template.name.removesuffix(".template")).write_text(
            rendered(template.read_text(), values)
        )
    (folder / "nginx.conf").write_text("daemon off;\n" + whole)
    return folder / "nginx.conf"


def rendered(template: str, values: dict[str, str]) -> str:
    """Fill in ${NAMES}, as envsubst does in the nginx image; raise KeyError for one that has no value."""
    return re.sub(r"\$\{([A-Z_]+)\}", lambda found: values[found[1]], template)


@contextmanager
def front(site: Site, port: int = 0, **values: str) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Run nginx in front of the site's workers; the address to use, and the process."""
    binary = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if not binary:
        raise RuntimeError("nginx is not installed: on Debian, apt-get install nginx-light")
    folder = site.folder / "front"
    folder.mkdir()
    port = port or free_port()
    workers = [url.removeprefix("http://") for url in site.urls[: site.fronted]]
    given = {
        "WORKERS": " ".join(f"server {worker} max_fails=1 fail_timeout=2s;" for worker in workers),
        "LISTEN": f"listen 127.0.0.1:{port};",
        "STATUS_LISTEN": f"unix:{folder}/status.sock",
        "STATIC_ROOT": site.environment.get("STATIC_ROOT", str(ROOT / "staticfiles")),
        "OUTER_SCHEME": "$scheme",
        **LIMITS,
        **values,
    }
    start = settings(folder, given)
    command = [binary, "-c", str(start), "-p", str(folder), "-e", str(folder / "nginx.log")]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL)
    try:
        _wait_for(port, process, folder / "nginx.log")
        yield f"http://127.0.0.1:{port}", process
    finally:
        process.terminate()
        process.wait(STOP_SECONDS)


def _wait_for(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    import socket

    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=START_SECONDS).close()
            return
        except OSError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"nginx did not start:\n{log.read_text()}") from None
            time.sleep(0.02)
