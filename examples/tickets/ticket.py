"""Mints a ticket of Farhand: copy `ticket` into the backend of your site.
docs/protocol.md, "Tickets", is the rule.

    FARHAND_SITE_KEY=… python3 ticket.py shop user-1 https://shop.example chat.example
"""

import hashlib
import hmac
import json
import os
import secrets
import sys
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode


def ticket(key, site, sub, origin, aud):
    """A ticket for one connection of one page.

    key is the site's key as -site-keys has it, site its name there, sub an id of
    the signed-in user that says nothing, origin that of the page, aud the host of
    the Farhand server, with its port unless that is 80 or 443.
    """
    now = int(time.time())
    claims = {
        "site": site,
        "sub": sub,
        "origin": origin,
        "aud": aud,
        "iat": now,
        "exp": now + 60,
        "jti": secrets.token_urlsafe(16),
    }
    signed = "v1." + _base64url(json.dumps(claims).encode())
    secret = urlsafe_b64decode(key + "=" * (-len(key) % 4))
    signature = hmac.new(secret, signed.encode(), hashlib.sha256).digest()
    return signed + "." + _base64url(signature)


def _base64url(data):
    return urlsafe_b64encode(data).rstrip(b"=").decode()


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit("usage: ticket SITE SUB ORIGIN AUD")
    print(ticket(os.environ["FARHAND_SITE_KEY"], *sys.argv[1:]))
