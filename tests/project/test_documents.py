"""What the documents show is what the program does."""

from __future__ import annotations

import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = [
    *sorted(ROOT.glob("*.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
    *ROOT.glob("examples/*/*.md"),
]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_examples_come_out_as_shown(document: Path) -> None:
    failed, _ = doctest.testfile(str(document), module_relative=False, encoding="utf-8")
    assert not failed


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", document.read_text(encoding="utf-8")):
        assert (document.parent / target).exists(), target


def test_nobody_is_told_to_install_burgher_from_an_index() -> None:
    """It is on none, and what is found there under its name could be somebody else's."""
    told = [
        *DOCUMENTS,
        *(path for folder in ("src", "examples", "deploy") for path in (ROOT / folder).rglob("*")),
    ]
    for path in told:
        if path.suffix in (".md", ".py", ".service", ".html"):
            text = path.read_text(encoding="utf-8")
            assert not re.search(r"pip install[^\n]* ['\"]?burgher\b", text), path


def _modules_with_examples() -> list[str]:
    source = ROOT / "src"
    return [
        ".".join(path.relative_to(source).with_suffix("").parts).removesuffix(".__init__")
        for path in sorted(source.rglob("*.py"))
        if ">>> " in path.read_text(encoding="utf-8")
    ]


@pytest.mark.parametrize("name", _modules_with_examples())
def test_examples_in_docstrings_come_out_as_shown(name: str) -> None:
    failed, _ = doctest.testmod(import_module(name))
    assert not failed
