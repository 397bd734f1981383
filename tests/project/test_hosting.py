"""What docs/hosting.md and the files in deploy/ say fits what the program takes and does."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest
import typer

from burgher.cli.app import app
from burgher.server.http.outer_middleware import HEALTH
from waiting import PATIENCE

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
HOSTING = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")


def options_of_serve() -> set[str]:
    group: Any = typer.main.get_command(app)
    return {name for param in group.commands["serve"].params for name in param.opts if name.startswith("--")}


def test_every_option_is_explained() -> None:
    for option in options_of_serve() - {"--open", "--help"}:
        assert f"`{option}" in HOSTING, f"docs/hosting.md says nothing of {option}"


@pytest.mark.parametrize("name", ["burgher.service", "compose.yaml", "Dockerfile", "nginx.conf", "Caddyfile"])
def test_what_is_started_is_started_with_options_that_there_are(name: str) -> None:
    text = (DEPLOY / name).read_text(encoding="utf-8")
    known = options_of_serve() | {"--no-open"}
    asked: list[str] = []
    for line in text.splitlines():
        if "burgher serve" in line or 'burgher", "serve' in line:
            asked += re.findall(r"--[a-z-]+", line)
        if re.match(r"\s+- --", line):  # the command in compose.yaml
            asked += re.findall(r"--[a-z-]+", line)
    assert asked
    assert set(asked) <= known, name


def test_the_composition_can_be_read() -> None:
    found = msgspec.yaml.decode((DEPLOY / "compose.yaml").read_bytes())
    services = found["services"]
    assert set(services) == {"burgher", "database", "caddy"}
    (config,) = found["networks"]["games"]["ipam"]["config"]
    assert f"--proxy={config['subnet']}" in services["burgher"]["command"]
    for service in services.values():
        assert "9321" not in str(service.get("ports", "")), "metrics would be open to the world"
    assert "ports" not in services["database"]
    volumes = {volume.partition(":")[0] for one in services.values() for volume in one.get("volumes", ())}
    assert set(found["volumes"]) == {volume for volume in volumes if not volume.startswith(".")}


def test_the_image_takes_what_it_needs() -> None:
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    for line in re.findall(r"^COPY (?!--from)(.+) \S+$", text, re.MULTILINE):
        for source in line.split():
            assert (ROOT / source).exists(), source
            assert f"!{source}" in (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines()
    asked = re.findall(r"8321(/[a-z/]+)'", text)
    assert asked
    assert set(asked) <= HEALTH


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze")
def test_the_unit_is_one(tmp_path: Path) -> None:
    text = (DEPLOY / "burgher.service").read_text(encoding="utf-8")
    unit = tmp_path / "burgher.service"
    unit.write_text(text.replace("/opt/burgher/bin/burgher", "/bin/true"))
    done = subprocess.run(
        ["systemd-analyze", "verify", str(unit)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_nginx_writes_no_secrets_down() -> None:
    servers = re.split(
        r"^server \{", (DEPLOY / "nginx.conf").read_text(encoding="utf-8"), flags=re.MULTILINE
    )[1:]
    assert len(servers) == 2
    assert all(re.search(r"^    access_log off;", one, re.MULTILINE) for one in servers)
