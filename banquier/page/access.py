"""The right to use the page of a table: a secret in the link, or a short code that is typed.

    access = Access(secret)
    access.secret                         in the link, after the `#`: it is in no log
    access.code                           "482 913", for a phone that cannot scan
    await access.enter(typed)             a cookie's value, or EntryRefused
    access.look_secret                    in the link of the wall: a right to look only
    access.player_of(cookie)              the name of that browser, or ""
    access.looker_of(cookie)              the name of one that may only look, or ""

A cookie is the browser's random name with a signature made with the secret, so it is valid again
when the program is started again with the same secret. Wrong codes are answered ever more slowly
and, after a few, no code is accepted any more; the link still is.
"""

from __future__ import annotations

import asyncio
import hmac
import os
import secrets
from hashlib import sha256

from banquier.folders import folders
from banquier.whole_file import check_regular, write_new

SECRET_BYTES = 18
WRONG_CODES = 8
"""The number of wrong codes after which the code is locked."""
SLOWEST = 8.0
COOKIE = "banquier"
LOOKER = "wall-"
"""The name of a browser that may only look begins with this."""


class EntryRefused(ValueError):
    """A secret or a code is refused. Its text is the name of a text of the entry page."""


class Access:
    def __init__(self, secret: str = "", slowness: float = 0.5) -> None:
        self.secret = secret or secrets.token_urlsafe(SECRET_BYTES)
        self.look_secret = self._sign("wall")[:32]
        """The secret in the link that carries a right to look only."""
        self.code = f"{secrets.randbelow(1_000_000):06d}"
        self.wrong = 0
        self._slowness = slowness
        self._one_at_a_time = asyncio.Lock()

    @property
    def locked(self) -> bool:
        return self.wrong >= WRONG_CODES

    async def enter(self, typed: object) -> str:
        """Return a cookie. Raises EntryRefused if neither the secret nor the code is given."""
        if not isinstance(typed, str) or len(typed) > 100 or not typed.isascii():
            raise EntryRefused("wrong")
        if hmac.compare_digest(typed, self.secret):
            return self.cookie(secrets.token_hex(12))
        if hmac.compare_digest(typed, self.look_secret):
            return self.cookie(LOOKER + secrets.token_hex(12))
        async with self._one_at_a_time:
            if self.locked:
                raise EntryRefused("locked")
            digits = typed.replace(" ", "")
            if hmac.compare_digest(digits, self.code):
                self.wrong = 0
                return self.cookie(secrets.token_hex(12))
            self.wrong += 1
            await asyncio.sleep(min(SLOWEST, self._slowness * 2**self.wrong))
        raise EntryRefused("wrong")

    def cookie(self, name: str) -> str:
        return f"{name}.{self._sign(name)}"

    def player_of(self, cookie: str) -> str:
        name = self._name(cookie)
        return "" if name.startswith(LOOKER) else name

    def looker_of(self, cookie: str) -> str:
        name = self._name(cookie)
        return name if name.startswith(LOOKER) else ""

    def _name(self, cookie: str) -> str:
        name, dot, signature = cookie.partition(".")
        if not dot or not cookie.isascii():
            return ""
        return name if hmac.compare_digest(signature, self._sign(name)) else ""

    def _sign(self, name: str) -> str:
        return hmac.new(self.secret.encode(), name.encode(), sha256).hexdigest()


def secret_file() -> str:
    """Return the path of the link's secret, so that phones find a table again that was closed."""
    return os.path.join(os.path.dirname(folders()["saves"]), "table-link")


def kept_secret(path: str) -> str:
    """Return the secret in that file, which only its owner can read; a new one if there is none."""
    try:
        check_regular(path)
        fd = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
        with open(fd, encoding="ascii") as file:
            state = os.fstat(file.fileno())
            secret = file.read(200).strip()
        if len(secret) >= SECRET_BYTES and not state.st_mode & 0o077:
            return secret
    except (OSError, UnicodeDecodeError):
        pass
    secret = secrets.token_urlsafe(SECRET_BYTES)
    try:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        check_regular(path)
        if os.path.lexists(path):
            os.unlink(path)
        write_new(path, f"{secret}\n".encode())
    except OSError:
        # The link is then a new one after a restart.
        pass
    return secret
