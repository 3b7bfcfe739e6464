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

TEMPLATE = ROOT / "deploy" / "nginx" / "site.conf.template"
# Everybody is one address here. The numbers of a real site are in docker-compose.yml.
LIMITS = {"PAGES_PER_SECOND": "10000", "PAGES_BURST": "10000", "CONNECTIONS_PER_ADDRESS": "20000"}
WHOLE = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log warn;
worker_processes 1;
worker_rlimit_nofile 20000;
events {{ worker_connections 10000; }}
http {{
    include /etc/nginx/mime.types;
    client_body_temp_path {folder}/nginx-body;
    proxy_temp_path {folder}/nginx-proxy;
    fastcgi_temp_path {folder}/nginx-fastcgi;
    uwsgi_temp_path {folder}/nginx-uwsgi;
    scgi_temp_path {folder}/nginx-scgi;
    include {folder}/site.conf;
}}
"""


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
    (folder / "site.conf").write_text(rendered(TEMPLATE.read_text(), given))
    whole = WHOLE.format(folder=folder)
    if os.geteuid() == 0:
        # Its worker keeps our account, which owns the folder.
        whole = "user root;\n" + whole
    (folder / "nginx.conf").write_text(whole)
    command = [binary, "-c", str(folder / "nginx.conf"), "-p", str(folder), "-e", str(folder / "nginx.log")]
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
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"nginx did not start:\n{log.read_text()}") from None
            time.sleep(0.02)
