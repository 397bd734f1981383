"""Reading the component tables: every value checked, every complaint naming file, thing and key."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from burgher.kernel.errors import BurgherError

LARGEST = 1_000_000
"""Files of more bytes than this are no component tables."""


class BadComponents(BurgherError):
    """A table of components does not say what it should; the message names file, thing and key."""


class Entry:
    """One table of a file, read key by key; what nobody asked for in the end is refused."""

    def __init__(self, data: Mapping[str, Any], where: str) -> None:
        self.data = data
        self.where = where
        """The file and the thing: `cards.toml: card 7`."""
        self.asked: set[str] = set()

    def fail(self, key: str, problem: str) -> BadComponents:
        """The complaint about a key."""
        return BadComponents(f"{self.where}: {key}: {problem}")

    def get(self, key: str) -> Any:
        """A value that may be missing."""
        self.asked.add(key)
        return self.data.get(key)

    def _needed(self, key: str) -> Any:
        value = self.get(key)
        if value is None:
            raise self.fail(key, "is missing")
        return value

    def number(self, key: str, least: int, most: int, default: int | None = None) -> int:
        """A whole number within bounds."""
        value = self.get(key) if default is not None else self._needed(key)
        return default if value is None and default is not None else self._number(key, value, least, most)

    def _number(self, key: str, value: object, least: int, most: int) -> int:
        if type(value) is not int or not least <= value <= most:
            raise self.fail(key, f"{value!r} should be a whole number from {least} to {most}")
        return value

    def numbers(self, key: str, least: int, most: int, length: int | None = None) -> tuple[int, ...]:
        """A list of whole numbers within bounds."""
        return tuple(self._number(key, value, least, most) for value in self.items(key, length))

    def flag(self, key: str, default: bool) -> bool:
        """True or false."""
        value = self.get(key)
        if value is None:
            return default
        if type(value) is not bool:
            raise self.fail(key, f"{value!r} should be true or false")
        return value

    def text(self, key: str) -> str:
        """Words for people."""
        return self._text(key, self._needed(key))

    def _text(self, key: str, value: object) -> str:
        if type(value) is not str or not value.strip() or not value.isprintable():
            raise self.fail(key, f"{value!r} should be some words")
        return value

    def texts(self, key: str, length: int) -> tuple[str, ...]:
        """A list of words for people."""
        return tuple(self._text(key, value) for value in self.items(key, length))

    def choice(self, key: str, choices: Iterable[str], default: str | None = None) -> str:
        """One of some words."""
        value = self.get(key) if default is not None else self._needed(key)
        return default if value is None and default is not None else self._choice(key, value, choices)

    def _choice(self, key: str, value: object, choices: Iterable[str]) -> str:
        known = list(choices)
        if not isinstance(value, str) or value not in known:
            raise self.fail(key, f"{value!r} is not one of {', '.join(known)}")
        return value

    def choices(self, key: str, choices: Iterable[str], length: int | None = None) -> tuple[str, ...]:
        """A list of some words."""
        known = list(choices)
        return tuple(self._choice(key, value, known) for value in self.items(key, length))

    def items(self, key: str, length: int | None = None) -> list[Any]:
        """A list."""
        value = self._needed(key)
        if not isinstance(value, list) or (length is not None and len(value) != length):
            raise self.fail(key, "should be a list" + ("" if length is None else f" of {length}"))
        return value

    def counts(self, key: str, names: Iterable[str], most: int) -> dict[str, int]:
        """How many of each of some things; nothing where the key is missing."""
        value = self.get(key)
        if value is None:
            return {}
        if not isinstance(value, dict):
            raise self.fail(key, "should be a table: { name = number }")
        return {
            self._choice(key, name, names): self._number(f"{key}.{name}", count, 1, most)
            for name, count in value.items()
        }

    def inner(self, key: str) -> Entry:
        """A table within this one."""
        value = self._needed(key)
        if not isinstance(value, dict):
            raise self.fail(key, "should be a table")
        return Entry(value, f"{self.where}: {key}")

    def done(self) -> None:
        """Refuse the keys that mean nothing here."""
        for key in self.data:
            if key not in self.asked:
                raise self.fail(key, f"means nothing here: known are {', '.join(sorted(self.asked))}")


class Files:
    """The tables of the box with those of one's own set laid over them."""

    def __init__(self, components: Mapping[str, str], own: Path | None = None) -> None:
        """`box` has the text of each file by name; `own` is one's own file."""
        self.tables: dict[str, Entry] = {}
        self.lists: dict[str, dict[object, Entry]] = {}
        for name, text in components.items():
            self._lay(name, tomllib.loads(text))
        if own is not None:
            self._lay(own.name, _read(own), over=True)

    def _lay(self, file: str, data: Mapping[str, Any], over: bool = False) -> None:
        for key, value in data.items():
            if over and key not in self.tables and key not in self.lists:
                known = ", ".join(sorted([*self.tables, *self.lists]))
                raise BadComponents(f"{file}: {key}: means nothing here: known are {known}")
            if isinstance(value, dict) and key not in self.lists:
                before = self.tables[key].data if over else {}
                self.tables[key] = Entry({**before, **value}, f"{file}: {key}")
            elif isinstance(value, list) and key not in self.tables:
                entries = self.lists.setdefault(key, {})
                for entry in value:
                    self._lay_entry(file, key, entries, entry, over)
            else:
                raise BadComponents(f"{file}: {key}: should be {self._shape(key)}")

    def _shape(self, key: str) -> str:
        return f"a table: [{key}]" if key in self.tables else f"entries: [[{key}]]"

    def _lay_entry(
        self, file: str, key: str, entries: dict[object, Entry], entry: object, over: bool
    ) -> None:
        if not isinstance(entry, dict):
            raise BadComponents(f"{file}: {key}: should be entries: [[{key}]]")
        name = entry.get("number", entry.get("name"))
        if not isinstance(name, str | int) or (over and name not in entries):
            known = f"1 to {len(entries)}" if key == "card" else ", ".join(map(str, entries))
            raise BadComponents(f"{file}: {key} {name!r}: there is none such: there are {known}")
        before = entries[name].data if over else {}
        entries[name] = Entry({**before, **entry}, f"{file}: {key} {name}")

    def table(self, key: str) -> Entry:
        """A table by its name."""
        return self.tables[key]

    def entries(self, key: str, names: Iterable[object]) -> list[Entry]:
        """The entries of a list, which are these."""
        expected = list(names)
        found = list(self.lists[key])
        if found != expected:
            raise BadComponents(f"{key}: there should be {', '.join(map(str, expected))}")
        return list(self.lists[key].values())


def _read(path: Path) -> dict[str, Any]:
    """The tables of one's own file."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise BadComponents(f"{path.name}: more than {LARGEST:,} bytes")
        return tomllib.loads(data.decode())
    except OSError as error:
        raise BadComponents(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadComponents(f"{path.name}: not UTF-8 text") from error
    except tomllib.TOMLDecodeError as error:
        raise BadComponents(f"{path.name}: {error}") from error
