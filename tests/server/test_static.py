"""Scripts, styles and drawings: of one version, and kept for good; a page's modules come as one file."""

from __future__ import annotations

import gzip
import re

import pytest

from burgher.server.view.joined_modules import joined_modules, modules_in_order
from burgher.server.view.static_files import (
    PAGE_SCRIPTS,
    STATIC,
    script_url,
    static_files,
    static_url,
    static_version,
)
from server.servers import Server

MODULES = {path.relative_to(STATIC).as_posix(): path.read_text() for path in STATIC.rglob("*.js")}


def test_every_file_is_served_and_kept(one_server: Server) -> None:
    ours = {path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file()}
    assert ours | {f"joined/{name}" for name in PAGE_SCRIPTS} == static_files().keys()
    for name, file in static_files().items():
        answer = one_server.http.get(static_url(name))
        assert answer.content == file.content == gzip.decompress(file.gzipped)
        assert name not in ours or answer.content == (STATIC / name).read_bytes()
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert answer.headers["content-type"].partition(";")[0] == file.media_type
        assert answer.headers["vary"].lower() == "accept-encoding"


def test_only_those_who_understand_it_get_it_compressed(one_server: Server) -> None:
    url = static_url("base.css")
    plain = one_server.http.get(url, headers={"accept-encoding": "identity"})
    small = one_server.http.get(url, headers={"accept-encoding": "br, gzip"})
    assert "content-encoding" not in plain.headers
    assert small.headers["content-encoding"] == "gzip"
    assert int(small.headers["content-length"]) < len(plain.content) / 2
    assert plain.content == small.content


def test_a_file_of_another_version_is_not_kept(one_server: Server) -> None:
    """Else a browser that asked during a change of versions would have the wrong file for a year."""
    answer = one_server.http.get(static_url("base.css").replace(static_version(), "0123456789ab"))
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")


def test_the_version_changes_with_any_file(monkeypatch: pytest.MonkeyPatch) -> None:
    before = static_version()
    files = dict(static_files())
    name = "table/states.js"
    changed = {**files, name: type(files[name])("text/javascript", files[name].content + b" ", b"")}
    monkeypatch.setattr("burgher.server.view.static_files.static_files", lambda: changed)
    assert static_version.__wrapped__() != before
    monkeypatch.setattr("burgher.server.view.static_files.static_files", lambda: files)
    assert static_version.__wrapped__() == before


def test_every_script_is_part_of_a_page() -> None:
    used = {"theme.js", "service-worker.js"}.union(
        *(modules_in_order(name, MODULES) for name in PAGE_SCRIPTS)
    )
    assert used == MODULES.keys()


@pytest.mark.parametrize(
    ("path", "script"),
    [("/", "start.js"), ("/fair", "site.js"), ("/nowhere", "site.js"), ("table", "table/main.js")],
)
def test_a_page_asks_for_one_script(one_server: Server, path: str, script: str) -> None:
    path = f"/t/{one_server.create().id}" if path == "table" else path
    answer = one_server.http.get(path, headers={"accept": "text/html"})
    assert answer.status_code == (404 if path == "/nowhere" else 200)
    assert re.findall(r'<script type="module" src="([^"]+)"></script>', answer.text) == [script_url(script)]
    assert one_server.http.get(script_url(script)).status_code == 200


def test_scripts_of_pages_are_put_together() -> None:
    for template in (STATIC.parent / "templates").glob("*.html"):
        assert set(re.findall(r'main_module = "(.*?)"', template.read_text())) <= set(PAGE_SCRIPTS)


# -- modules as one file ------------------------------------------------------------------------------

SMALL_MODULES = {
    "main.js": """import "./sides.js";
import {
  twice,
} from "./deep/twice.js";
export const four = twice(2);
""",
    "sides.js": """import { twice } from "./deep/twice.js";
const name = twice("side");
""",
    "deep/twice.js": """import { name } from "../name.js";
/** @typedef {import("../name.js").Name} Name */
export function twice(x) { return x + x; }
""",
    "name.js": """export const name = "name";
export class Other {}
export async function later() {}
""",
}


def test_modules_come_after_what_they_import() -> None:
    order = ["name.js", "deep/twice.js", "sides.js", "main.js"]
    assert modules_in_order("main.js", SMALL_MODULES) == order
    joined = joined_modules("main.js", SMALL_MODULES)
    assert re.findall(r'(?m)^modules\["(.*)"\] = ', joined) == order
    assert 'const {\n  twice,\n} = modules["deep/twice.js"];' in joined
    assert "return { name, Other, later };" in joined
    assert not re.findall(r"(?m)^(?:import|export)", joined)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('import { a as b } from "./name.js";', "plainly"),
        ('import * as all from "./name.js";', "plainly"),
        ('import name from "./name.js";', "plainly"),
        ("export default 4;", "plainly"),
        ('export { name } from "./name.js";', "plainly"),
        ("export let changing = 4;", "plainly"),
        ('import { four } from "./main.js";', "circle: main.js, wrong.js"),
        ('import "./nothing.js";', "wrong.js imports nothing.js, which is not there"),
    ],
)
def test_what_cannot_be_joined(line: str, why: str) -> None:
    sources = {**SMALL_MODULES, "wrong.js": line, "main.js": 'import "./wrong.js";'}
    with pytest.raises(ValueError, match=why):
        joined_modules("main.js", sources)


@pytest.mark.parametrize("name", MODULES)
def test_modules_import_nothing_later(name: str) -> None:
    """What is imported while the page runs would not be in its file."""
    code = re.sub(r"(?s)/\*.*?\*/|(?m:^\s*//.*$)", "", MODULES[name])
    assert "import(" not in code
