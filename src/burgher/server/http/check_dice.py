"""Check the draws of finished games without Burgher: python3 check_dice.py RECORD...

Whoever trusts no program of the server's can read this one: it needs nothing but Python. It looks whether the
secret fits the hash that was shown from the first moment, and whether every draw in the record follows from
the secret. It does not play the moves: only `burgher verify` and the replay page do, and so only they see
whether draws were left out at the end.
"""

import re
import sys
from hashlib import blake2b, sha256
from pathlib import Path


def draw(secret: str, number: int, n: int) -> int:
    """Which of n equally likely things a draw gives, counted from 1."""
    attempt = 0
    while True:
        message = number.to_bytes(8, "big") + attempt.to_bytes(8, "big")
        digest = blake2b(message, digest_size=8, key=bytes.fromhex(secret), person=b"burgher draw").digest()
        found = int.from_bytes(digest, "big")
        if found < 2**64 - 2**64 % n:  # a larger one would favour small numbers: then the next one counts
            return found % n + 1
        attempt += 1


def check(text: str) -> str:
    """What is to be said of a record's draws."""
    secret = re.search("^secret: ([0-9a-f]{64})$", text, re.MULTILINE)
    shown = re.search("^commitment: ([0-9a-f]{64})$", text, re.MULTILINE)
    if not secret or not shown:
        return "WRONG: this is no record of a finished game with a secret"
    if sha256(secret[1].encode()).hexdigest() != shown[1]:
        return "WRONG: the secret does not fit the commitment"
    # A game that went on from a position has draws from another number on; every other begins with the first.
    following = None if re.search("^position: ", text, re.MULTILINE) else 1
    count = 0
    for line in re.findall("^draws .*$", text, re.MULTILINE):
        shape = re.fullmatch("draws ([1-9][0-9]{0,9}): (.*)", line)
        if not shape:
            return f"WRONG: {line!r} is no line of draws"
        first, drawn_here = int(shape[1]), shape[2].split()
        if following not in (None, first):
            return f"WRONG: draw {following} is missing"
        following = first + len(drawn_here)
        for number, drawn in enumerate(drawn_here, start=first):
            parts = re.fullmatch("([1-9][0-9]{0,9})/([1-9][0-9]{0,9})", drawn)
            if not parts:
                return f"WRONG: draw {number} is written as {drawn!r}, which is no draw"
            value, n = int(parts[1]), int(parts[2])
            count += 1
            if draw(secret[1], number, n) != value:
                return f"WRONG: draw {number} should be {draw(secret[1], number, n)}/{n}, not {drawn}"
    if count == 0:
        return "WRONG: it has no draws"
    return f"right: the secret fits the commitment {shown[1]}, and all {count} draws listed follow from it"


def check_file(path: str) -> str:
    """What is to be said of the draws of a record in a file."""
    try:
        return check(Path(path).read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        return "WRONG: this is no record: it is not UTF-8 text"
    except OSError as error:
        return f"WRONG: it cannot be read: {error.strerror}"


if __name__ == "__main__":
    verdicts = {path: check_file(path) for path in sys.argv[1:]}
    for path, verdict in verdicts.items():
        print(f"{path}: {verdict}")
    sys.exit(not verdicts or any(verdict.startswith("WRONG") for verdict in verdicts.values()))
