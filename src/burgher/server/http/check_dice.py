"""Check the draws of finished games without Burgher: python3 check_dice.py RECORD...

Whoever trusts no program of the server's can read this one: it needs nothing but Python. It looks whether the
secret fits the hash that was shown from the first moment, and whether every draw follows from the secret.
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
    count, following = 0, None
    for line in re.finditer("^draws ([0-9]+): (.*)$", text, re.MULTILINE):
        first, drawn_here = int(line[1]), line[2].split()
        if following not in (None, first):
            return f"WRONG: draw {following} is missing"
        following = first + len(drawn_here)
        for number, drawn in enumerate(drawn_here, start=first):
            value, n = map(int, drawn.split("/"))
            count += 1
            if draw(secret[1], number, n) != value:
                return f"WRONG: draw {number} should be {draw(secret[1], number, n)}/{n}, not {drawn}"
    return f"right: the secret fits the commitment {shown[1]}, and all {count} draws follow from it"


if __name__ == "__main__":
    verdicts = {}
    for path in sys.argv[1:]:
        verdicts[path] = check(Path(path).read_text(encoding="utf-8"))
        print(f"{path}: {verdicts[path]}")
    sys.exit(not verdicts or any(verdict.startswith("WRONG") for verdict in verdicts.values()))
