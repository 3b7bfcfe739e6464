"""What is run in production, as far as it can be looked at without running it: docker-compose.yml, the image, nginx."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.checkout import ROOT
from tests.front import LIMITS, OF_THE_IMAGE, SETTINGS, TEMPLATE, settings

COMPOSE = ROOT / "docker-compose.yml"
TLS = ROOT / "deploy" / "compose.tls.yml"


class OnceOnly(yaml.SafeLoader):
    """Reads YAML as Docker does: a key that stands twice is an error."""


def _mapping(loader: OnceOnly, node: yaml.MappingNode) -> dict[str, Any]:
    keys = [key.value for key, _ in node.value if key.tag != "tag:yaml.org,2002:merge"]
    assert len(keys) == len(set(keys)), f"a key stands twice{node.start_mark}"
    loader.flatten_mapping(node)
    return {
        loader.construct_object(key): loader.construct_object(value, deep=True) for key, value in node.value
    }


OnceOnly.add_constructor("tag:yaml.org,2002:map", _mapping)


def read(path: Path) -> dict[str, Any]:
    content: dict[str, Any] = yaml.load(path.read_text(), OnceOnly)
    return content


WHOLE_SITE = read(COMPOSE)
SERVICES: dict[str, dict[str, Any]] = WHOLE_SITE["services"]
# They end when they have done what they do, and others wait for that.
ONCE = {
    name
    for service in SERVICES.values()
    for name, how in service.get("depends_on", {}).items()
    if how["condition"] == "service_completed_successfully"
}
LASTING = sorted(SERVICES.keys() - ONCE)


def test_every_part_of_the_site_is_there() -> None:
    assert {"web-1", "web-2", "solver", "nginx", "redis", "postgres"} == set(LASTING)
    assert {"migrate", "static"} == ONCE


@pytest.mark.parametrize("name", LASTING)
def test_a_service_is_checked_limited_started_again_and_given_time_to_end(name: str) -> None:
    service = SERVICES[name]
    # The workers' own is the image's.
    assert "healthcheck" in service or (
        "build" in service and "HEALTHCHECK" in (ROOT / "Dockerfile").read_text()
    )
    limits = service["deploy"]["resources"]["limits"]
    assert re.fullmatch(r"\d+[mg]", limits["memory"]) and limits["cpus"]
    assert service["restart"] == "unless-stopped"
    assert re.fullmatch(r"\d+s", service["stop_grace_period"])
    assert service["ulimits"]["nofile"] >= 16_000, "a socket is a file"
    assert service["logging"]["options"].keys() == {"max-size", "max-file"}, "a log that is never full"


def test_a_worker_is_given_longer_to_end_than_it_takes() -> None:
    from racing.serve import GRACE_SECONDS

    for name in ("web-1", "web-2", "solver"):
        assert int(SERVICES[name]["stop_grace_period"].rstrip("s")) > GRACE_SECONDS


def test_what_a_service_uses_is_there() -> None:
    for service in SERVICES.values():
        assert set(service.get("depends_on", {})) <= SERVICES.keys()
        assert set(service.get("networks", [])) <= WHOLE_SITE["networks"].keys()
        for volume in service.get("volumes", []):
            place = volume.split(":")[0]
            assert place in WHOLE_SITE["volumes"] or (ROOT / place).exists()


def test_only_nginx_is_reached_from_outside_and_only_workers_reach_the_data() -> None:
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["nginx"]
    data = {name for name, service in SERVICES.items() if "data" in service["networks"]}
    assert WHOLE_SITE["networks"]["data"] == {"internal": True}
    assert data == {"web-1", "web-2", "solver", "migrate", "static", "redis", "postgres"}
    assert {name for name in data if "front" in SERVICES[name]["networks"]} == data - {"redis", "postgres"}


def test_one_worker_searches_what_nobody_waits_for_and_nginx_sends_nobody_to_it() -> None:
    searching = {
        name: service["environment"]["BACKGROUND_SEARCHES"]
        for name, service in SERVICES.items()
        if name in LASTING and "BACKGROUND_SEARCHES" in service.get("environment", {})
    }
    assert searching == {"web-1": "0", "web-2": "0", "solver": "1"}
    sent_to = re.findall(r"server (\S+):8000", SERVICES["nginx"]["environment"]["WORKERS"])
    assert sent_to == ["web-1", "web-2"]


def test_whatever_the_workers_are_given_is_a_setting_and_no_secret_has_a_value_here() -> None:
    settings = set(re.findall(r"^\| `([A-Z_]+)`", (ROOT / "docs" / "settings.md").read_text(), re.M))
    given: dict[str, str] = SERVICES["web-1"]["environment"]
    assert given.keys() - settings == {"FORWARDED_ALLOW_IPS"}, "uvicorn's own"
    assert re.fullmatch(r"\$\{SECRET_KEY:\?.+\}", given["SECRET_KEY"])
    assert re.search(r":\$\{POSTGRES_PASSWORD:\?[^}]+\}@", given["DATABASE_URL"])
    example = dict(re.findall(r"^([A-Z_]+)=(.*)$", (ROOT / ".env.example").read_text(), re.M))
    secret = ("SECRET_KEY", "SECRET_KEY_FALLBACKS", "POSTGRES_PASSWORD", "EMAIL_PASSWORD")
    assert [example[name] for name in secret] == ["", "", "", ""]


def test_the_example_s_values_are_those_that_hold_without_it() -> None:
    example = dict(re.findall(r"^([A-Z_]+)=(.*)$", (ROOT / ".env.example").read_text(), re.M))
    defaults = dict(re.findall(r"\$\{([A-Z_]+):-([^}]*)\}", COMPOSE.read_text() + TLS.read_text()))
    assert {name: shlex.split(example[name] or "''")[0] for name in defaults} == {
        name: value.replace("$$", "$") for name, value in defaults.items()
    }


def test_the_image_keeps_what_is_secret_or_only_of_this_machine_out() -> None:
    out = (ROOT / ".dockerignore").read_text().split()
    assert {".env", "var", ".git", ".venv", "node_modules", "tests"} <= set(out)


# nginx --------------------------------------------------------------------------------------------------


def values_for(folder: Path, environment: dict[str, str]) -> dict[str, str]:
    """What compose gives nginx. The workers' names are not known here."""
    values = {name: str(value).replace("$$", "$") for name, value in environment.items()}
    values["OUTER_SCHEME"] = "$scheme"
    values["WORKERS"] = re.sub(r"web-\d", "127.0.0.1", values["WORKERS"])
    values["LISTEN"] = values["LISTEN"].replace("/certs/", f"{folder}/")
    return values


def nginx_of(folder: Path, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """What nginx says to its settings, filled in as its image does it."""
    start = settings(folder, values_for(folder, environment))
    binary = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    assert binary, "nginx is not installed: on Debian, apt-get install nginx-light"
    command = [binary, "-t", "-c", str(start), "-p", str(folder), "-e", str(folder / "nginx.log")]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_nginx_takes_the_settings_that_compose_gives_it(tmp_path: Path) -> None:
    done = nginx_of(tmp_path, SERVICES["nginx"]["environment"])
    assert "test is successful" in done.stderr, done.stderr
    assert "warn" not in done.stderr.replace('the "user" directive', "")


def test_nginx_takes_the_settings_with_tls_too(tmp_path: Path) -> None:
    request = (
        "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost -days 2"
    )
    keys = ["-keyout", str(tmp_path / "privkey.pem"), "-out", str(tmp_path / "fullchain.pem")]
    subprocess.run([*request.split(), *keys], check=True, capture_output=True)
    over = read(TLS)["services"]["nginx"]
    done = nginx_of(tmp_path, SERVICES["nginx"]["environment"] | over["environment"])
    assert "test is successful" in done.stderr, done.stderr
    assert any(port.endswith(":443") for port in over["ports"])


def test_nothing_is_left_of_what_the_nginx_image_serves_by_itself(tmp_path: Path) -> None:
    settings(tmp_path, values_for(tmp_path, SERVICES["nginx"]["environment"]))
    served = [path.read_text() for path in (tmp_path / "conf.d").glob("*.conf")]
    assert served
    # It would be the one that answers.
    assert OF_THE_IMAGE not in served


def test_nginx_has_a_processor_for_each_process_and_a_file_for_each_connection() -> None:
    nginx = SERVICES["nginx"]
    assert "./deploy/nginx/nginx.conf:/etc/nginx/nginx.conf:ro" in nginx["volumes"]
    own = (SETTINGS / "nginx.conf").read_text()
    processes, files, connections = (
        int(found)
        for name in ("worker_processes", "worker_rlimit_nofile", "worker_connections")
        for found in re.findall(rf"{name} (\d+);", own)
    )
    assert processes == float(nginx["deploy"]["resources"]["limits"]["cpus"])
    assert connections < files <= nginx["ulimits"]["nofile"]


def test_what_nginx_says_of_a_request_that_fails_is_not_kept() -> None:
    # Each such line has the address of a page, and with it the code of a race. They are errors at the most.
    assert re.findall(r"error_log \S+ (\w+);", (SETTINGS / "nginx.conf").read_text()) == ["crit"]
    assert "error_log" not in TEMPLATE.read_text()


def test_nothing_of_nginx_s_settings_is_given_for_nothing() -> None:
    used = set(re.findall(r"\$\{([A-Z_]+)\}", TEMPLATE.read_text()))
    assert used == SERVICES["nginx"]["environment"].keys()
    assert used >= LIMITS.keys()


def test_the_upgrade_restarts_every_worker_and_is_a_shell_script() -> None:
    script = ROOT / "deploy" / "upgrade.sh"
    assert subprocess.run(["sh", "-n", script], check=False).returncode == 0
    workers = re.search(r"for worker in (.+); do", script.read_text())
    assert workers and set(workers[1].split()) == {"web-1", "web-2", "solver"}


# The dashboard ------------------------------------------------------------------------------------------


def test_the_dashboard_shows_every_metric_and_only_what_there_is() -> None:
    from racing import metrics

    names = {family.name for family in metrics.REGISTRY.collect() if family.name.startswith("patience_")}
    shown = (ROOT / "deploy" / "grafana" / "patience.json").read_text()
    asked = set(re.findall(r"patience_\w+", shown))
    suffix = re.compile(r"_(?:total|bucket|sum|count)$")
    assert {suffix.sub("", name) for name in asked} == {suffix.sub("", name) for name in names}


# Without Docker -----------------------------------------------------------------------------------------


def test_the_cluster_on_one_machine_is_set_as_a_site_is() -> None:
    from scripts.cluster import AS_ON_A_SITE

    told = dict(
        re.findall(r"^\| `([A-Z_]+)` \| `([^`]*)`", (ROOT / "docs" / "settings.md").read_text(), re.M)
    )
    hurried = {"COUNTDOWN", "RATE_LIMITS", "RESIGN_UNDO"}  # what tests.servers sets otherwise
    assert {name: told[name] for name in hurried} == AS_ON_A_SITE
