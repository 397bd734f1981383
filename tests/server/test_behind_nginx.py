"""Behind a real nginx, set up by deploy/nginx.conf: TLS, a prefix, pages, play and streams.

Where there is no nginx these tests are skipped, but not in CI.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from waiting import PATIENCE

CONF = Path(__file__).parents[2] / "deploy" / "nginx.conf"
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for localhost that vouches for itself, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    moment = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(moment - timedelta(days=1))
        .not_valid_after(moment + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem, secret = folder / "fullchain.pem", folder / "privkey.pem"
    pem.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    secret.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
    return pem, secret


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def configured(folder: Path, inner: int, plain: int, secure: int) -> Path:
    """The configuration as it is shipped, with other ports, name and certificate, and a frame around it."""
    text = CONF.read_text(encoding="utf-8")
    pem, key = certificate(folder)
    for there, here in (
        (r"(?m)^    listen \[::\]:(80|443).*\n", ""),
        (r"server 127\.0\.0\.1:8321;", f"server 127.0.0.1:{inner};"),
        (r"listen 80;", f"listen 127.0.0.1:{plain};"),
        (r"listen 443 ssl", f"listen 127.0.0.1:{secure} ssl"),
        (r"server_name games\.example;", "server_name localhost;"),
        (r"/etc/letsencrypt/live/games\.example/fullchain\.pem", str(pem)),
        (r"/etc/letsencrypt/live/games\.example/privkey\.pem", str(key)),
    ):
        text, found = re.subn(there, here, text)
        assert found, f"deploy/nginx.conf no longer has {there}"
    temporary = "".join(
        f"{what}_temp_path {folder / what};\n"
        for what in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    path = folder / "nginx.conf"
    user = "user root;\n" if hasattr(os, "geteuid") and os.geteuid() == 0 else ""
    path.write_text(
        f"{user}daemon off;\nworker_processes 1;\npid {folder / 'nginx.pid'};\nevents {{}}\n"
        f"http {{\naccess_log off;\n{temporary}{text}}}\n"
    )
    return path


@dataclass
class Site:
    """A site with Burgher under /burgher, as people reach it."""

    url: str
    plain: str
    trusted: ssl.SSLContext
    log: list[dict[str, Any]] = field(default_factory=list)
    """The lines of the server's access log so far."""

    @contextmanager
    def browser(self, address: str = "127.0.0.1", **headers: str) -> Iterator[httpx.Client]:
        """Somebody's browser, at one of the addresses of this machine."""
        transport = httpx.HTTPTransport(verify=self.trusted, local_address=address)
        with httpx.Client(transport=transport, base_url=self.url, timeout=PATIENCE, headers=headers) as one:
            yield one


@contextmanager
def ended(process: subprocess.Popen[str]) -> Iterator[subprocess.Popen[str]]:
    with process:
        try:
            yield process
        finally:
            process.terminate()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Burgher behind nginx."""
    if NGINX is None and os.environ.get("CI"):
        pytest.fail("In CI these tests must run, but there is no nginx: apt-get install nginx-light")
    if NGINX is None:
        pytest.skip("there is no nginx: apt-get install nginx-light")
    folder = tmp_path_factory.mktemp("nginx")
    inner, plain, secure = free_port(), free_port(), free_port()
    conf = configured(folder, inner, plain, secure)
    url = f"https://localhost:{secure}/burgher"
    command = [sys.executable, "-m", "burgher", "serve", "--no-open", "--rate", "0", "--access-log"]
    command += ["--port", str(inner), "--url", url, "--proxy", "127.0.0.1"]
    server = subprocess.Popen(
        [*command, "--database", str(folder / "tables.db")], stdout=subprocess.PIPE, text=True
    )
    trusted = ssl.create_default_context(cafile=str(folder / "fullchain.pem"))
    made = Site(url, f"http://localhost:{plain}", trusted)

    def read() -> None:
        assert server.stdout is not None
        for line in server.stdout:
            if line.startswith("{"):
                made.log.append(json.loads(line))

    with ended(server):
        reader = threading.Thread(target=read)
        reader.start()
        errors = (folder / "error.log").open("w+")
        proxy = subprocess.Popen(
            [NGINX, "-e", "stderr", "-p", str(folder), "-c", str(conf)], stderr=errors, text=True
        )
        with errors, ended(proxy), made.browser() as browser:
            until = time.monotonic() + PATIENCE
            while not _is_up(browser):
                assert proxy.poll() is None, (folder / "error.log").read_text()
                assert time.monotonic() < until, "nginx and the server never came up"
                time.sleep(0.05)
            yield made
        server.terminate()
        reader.join()


def _is_up(browser: httpx.Client) -> bool:
    try:
        return browser.get("/health/ready").status_code == 200
    except httpx.TransportError:
        return False


def test_people_come_over_https_and_under_the_prefix(site: Site) -> None:
    plain = httpx.get(f"{site.plain}/burgher/", timeout=PATIENCE)
    assert (plain.status_code, plain.headers["location"]) == (301, "https://localhost/burgher/")
    with site.browser() as browser:
        bare = browser.get(site.url)
        assert (bare.status_code, bare.headers["location"].endswith("/burgher/")) == (308, True)
        start = browser.get("/", headers={"accept": "text/html"})
        assert start.status_code == 200
        assert start.headers["strict-transport-security"]
        assert re.search(r"; Path=/burgher;.*Secure", start.headers["set-cookie"])
        for address in re.findall(r'(?:href|src|action)="(/[^"]*)"', start.text):
            assert address.startswith("/burgher/"), address
        for address in re.findall(r'(?:href|src)="(/burgher/(?:static|look)/[^"]*)"', start.text):
            assert browser.get(httpx.URL(site.url).join(address)).status_code == 200


def test_a_game_with_a_friend(site: Site) -> None:
    with site.browser() as anna, site.browser() as benno:
        page = anna.get("/", headers={"accept": "text/html"}).text
        csrf = re.findall(r'name="csrf" (?:value|content)="([^"]+)"', page)[0]
        fields = {"csrf": csrf, "name": "Anna", "game": "burgundy", "seat.1.kind": "friend"}
        made = anna.post("/tables", data=fields)
        assert made.status_code == 303
        table = made.headers["location"]
        assert table.startswith("/burgher/t/")
        host = httpx.URL(site.url)
        page = anna.get(host.join(table)).text
        link = re.findall(r'data-copy="([^"]+)"', page)[0]
        assert link.startswith(f"{site.url}/t/")  # as --url says
        page = benno.get(link, headers={"accept": "text/html"}).text
        fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]+)"', page))
        sat = benno.post(host.join(f"{table}/sit"), data={**fields, "name": "Benno"})
        assert sat.headers["location"] == table
        seats = {0: anna, 1: benno}
        for _ in range(12):
            table_view = anna.get(host.join(f"{table}/sight")).json()
            mover = seats[table_view["to_move"]]
            table_view = mover.get(host.join(f"{table}/sight")).json()
            token = mover.cookies["burgher_csrf"]
            played = mover.post(
                host.join(f"{table}/play"),
                json={"version": table_view["version"], "action": table_view["actions"][0]["number"]},
                headers={"x-csrf": token},
            )
            assert played.status_code == 200, played.text
        assert anna.get(host.join(f"{table}/board")).status_code == 200


@pytest.mark.parametrize("path", ["/t/{}/live", "/api/tables/{}/events"])
def test_streams_are_not_held_back(site: Site, path: str) -> None:
    with site.browser() as program:
        seats = [{"kind": "me"}, {"kind": "me", "name": "B"}]
        made = program.post("/api/tables", json={"game": "burgundy", "seats": seats}).json()
        table = made["table"]
        assert made["url"] == f"/burgher/t/{table}"
        with program.stream("GET", path.format(table), timeout=PATIENCE) as stream:
            # Who watches is told as well: another event, which may come together with one of these.
            events = (text for text in stream.iter_text() if '"version"' in text)
            assert '{"version":1}' in next(events)
            for version in range(1, 4):
                table_view = program.get(f"/api/tables/{table}").json()
                token = made["seats"][table_view["to_move"]]["token"]
                headers = {"authorization": f"Bearer {token}"}
                table_view = program.get(f"/api/tables/{table}", headers=headers).json()
                body = {"version": version, "action": table_view["actions"][0]["number"]}
                answer = program.post(f"/api/tables/{table}/moves", json=body, headers=headers)
                assert answer.status_code == 200, answer.text
                # It is read before anything else happens: nothing later could have pushed it through.
                assert f'{{"version":{version + 1}}}' in next(events)


def test_visitors_are_known_by_their_own_address(site: Site) -> None:
    forged = {"x-forwarded-for": "6.6.6.6", "x-forwarded-host": "evil.example", "x-forwarded-proto": "http"}
    with site.browser("127.0.0.9", **forged) as visitor:
        answer = visitor.get("/fair")
        assert answer.status_code == 200
        assert "strict-transport-security" in answer.headers
    until = time.monotonic() + PATIENCE
    while not any(line["route"] == "/fair" for line in site.log):
        assert time.monotonic() < until
        time.sleep(0.02)
    assert {line["address"] for line in site.log if line["route"] == "/fair"} == {"127.0.0.9"}


def test_what_does_not_get_through(site: Site) -> None:
    with site.browser() as browser:
        wrong = browser.get("/", headers={"host": "evil.example", "accept": "text/html"})
        assert wrong.status_code == 421
        assert "evil" not in wrong.text
        assert browser.get("/metrics").status_code == 404
        assert browser.get(site.url.replace("/burgher", "/metrics")).status_code == 404
        assert browser.post("/api/tables", content=b"x" * 100_000).status_code == 413
