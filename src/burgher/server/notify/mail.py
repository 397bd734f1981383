"""Mails, by the mail server that whoever runs this server has named."""

from __future__ import annotations

import re
import smtplib
import ssl
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.utils import formatdate
from ipaddress import ip_address
from urllib.parse import unquote, urlsplit

from burgher.kernel.errors import BadOptions
from burgher.server.notify.push import How, Sent
from burgher.server.problems import Unprocessable

ANSWER_SECONDS = 20.0
LONGEST_ADDRESS = 254
NO_SUCH_ADDRESS = (550, 551, 553)
_LOCAL = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_ADDRESS = re.compile(rf"{_LOCAL}(?:\.{_LOCAL})*@(?:{_LABEL}\.)+{_LABEL}")


@dataclass(frozen=True)
class MailServer:
    """Where mails are given to."""

    host: str
    port: int
    kind: str
    """`tls` from the beginning, `starttls` before anything is said, or `plain`."""
    user: str = ""
    password: str = field(default="", repr=False)


def mail_server(url: str) -> MailServer:
    """What a URL says: `smtps://user:password@host`, `smtp://…` with STARTTLS, or, on this machine, without.

    Raises `BadOptions`.
    """
    shown = f"{url.partition('://')[0]}://…"
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise BadOptions(f"{shown} cannot be read as a mail server's URL") from error
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
        raise BadOptions(f"a mail server is named as smtp://host or smtps://host, not {shown}")
    kind = "tls" if parts.scheme == "smtps" else "plain" if _is_here(parts.hostname) else "starttls"
    usual = {"tls": 465, "starttls": 587, "plain": 25}[kind]
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return MailServer(parts.hostname, port or usual, kind, user, password)


def checked_address(text: str) -> str:
    """A mail address; raises `Unprocessable`."""
    text = text.strip()
    local = text.partition("@")[0]
    if len(text) > LONGEST_ADDRESS or len(local) > 64 or not _ADDRESS.fullmatch(text):
        raise Unprocessable("This is no mail address: it should look like anna@example.org")
    return text


def send_mail(server: MailServer, sender: str, to: str, mail: EmailMessage) -> Sent:
    """Give a mail to the mail server."""
    mail["From"], mail["To"], mail["Date"] = f"Burgher <{sender}>", to, formatdate()
    mail["Auto-Submitted"] = "auto-generated"
    try:
        with _connected(server) as smtp:
            if server.kind == "starttls":
                smtp.starttls(context=ssl.create_default_context())
            if server.user:
                smtp.login(server.user, server.password)
            smtp.send_message(mail, sender, [to])
    except smtplib.SMTPRecipientsRefused as error:
        code, why = error.recipients.get(to, (0, b""))
        # Only where it is said that there is no such address is it forgotten.
        how: How = "gone" if code in NO_SUCH_ADDRESS else "later" if code < 500 else "never"
        return Sent(how, f"the mail server answered {code} {why.decode(errors='replace')[:200]}")
    except smtplib.SMTPResponseException as error:
        how = "later" if error.smtp_code < 500 else "never"
        return Sent(how, f"the mail server answered {error.smtp_code}")
    except (OSError, smtplib.SMTPException) as error:
        return Sent("later", f"{type(error).__name__}: {error}")
    return Sent("sent")


def _connected(server: MailServer) -> smtplib.SMTP:
    if server.kind == "tls":
        context = ssl.create_default_context()
        return smtplib.SMTP_SSL(server.host, server.port, timeout=ANSWER_SECONDS, context=context)
    return smtplib.SMTP(server.host, server.port, timeout=ANSWER_SECONDS)


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
