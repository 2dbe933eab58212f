"""Who may do what: server-to-server signatures and web-auth tokens."""

import base64
import calendar
import hashlib
import os
import re
import subprocess
import tempfile
import threading
import time
from urllib.parse import parse_qs, unquote

from cloudkit_failure import Failure

DATE = re.compile(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
SIGNED = ["X-Apple-CloudKit-Request-KeyID", "X-Apple-CloudKit-Request-ISO8601Date",
          "X-Apple-CloudKit-Request-SignatureV1"]


class Authenticator:
    def __init__(self, arguments):
        self.public_key = arguments.public_key
        self.key_id = arguments.key_id
        self.api_token = arguments.api_token
        self.lock = threading.Lock()
        self.number = 0
        self.clock_offset = 0
        self.sign_in(arguments.web_token)

    def sign_in(self, token):
        with self.lock:
            self.good = [token]

    def expire(self):
        with self.lock:
            self.good = []

    def keep(self):
        with self.lock:
            self.kept = (list(self.good), self.number)

    def go_back(self):
        with self.lock:
            good, self.number = self.kept
            self.good = list(good)

    def refusal(self, database, base):
        if database == "public":
            return Failure("AUTHENTICATION_FAILED", "Authentication failed", 401)
        return Failure("AUTHENTICATION_REQUIRED", "request needs authorization", 421,
                       redirectURL=base + "/sign-in?container=x")

    def check(self, handler, path, database, body):
        """The token for the next request; raises for a request that is not authorised."""
        signed = [handler.headers.get(name) for name in SIGNED]
        query = parse_qs(path.query)
        if any(signed):
            if query:
                raise Failure("AUTHENTICATION_FAILED", "a signed request has no query", 401)
            self.check_signature(signed, path.path, database, body)
            return None
        if query.get("ckAPIToken") != [self.api_token]:
            raise Failure("AUTHENTICATION_FAILED", "Authentication failed", 401)
        raw = [part.split("=", 1)[1] for part in path.query.split("&") if part.startswith("ckWebAuthToken=")]
        if not raw:
            if database == "public":
                return None
            raise self.refusal(database, handler.base())
        if any(character in raw[0] for character in "+/="):
            raise Failure("BAD_REQUEST", "the token is not percent-encoded", 400)
        return self.rotate(unquote(raw[0]), database, handler)

    def rotate(self, token, database, handler):
        with self.lock:
            if token not in self.good:
                raise self.refusal("private", handler.base())
            # Using a token ends those before it; the one that this answer brings may get lost.
            self.number += 1
            new = "web+token/%d=" % self.number
            self.good = [token, new]
            return new

    def check_signature(self, signed, path, database, body):
        key_id, date, signature = signed
        failed = Failure("AUTHENTICATION_FAILED", "Authentication failed", 401)
        if database != "public" or key_id != self.key_id or not date or not DATE.match(date):
            raise failed
        moment = calendar.timegm(time.strptime(date, "%Y-%m-%dT%H:%M:%SZ"))
        if abs(time.time() + self.clock_offset - moment) > 600:
            raise failed
        digest = base64.b64encode(hashlib.sha256(body).digest()).decode()
        if not self.public_key or not self.verify(f"{date}:{digest}:{path}", signature or ""):
            raise failed

    def verify(self, message, signature):
        with tempfile.TemporaryDirectory() as folder:
            names = [os.path.join(folder, name) for name in ("message", "signature")]
            try:
                contents = [message.encode(), base64.b64decode(signature, validate=True)]
            except ValueError:
                return False
            for name, content in zip(names, contents):
                with open(name, "wb") as file:
                    file.write(content)
            verdict = subprocess.run(
                ["openssl", "dgst", "-sha256", "-verify", self.public_key, "-signature", names[1], names[0]],
                capture_output=True)
        return verdict.returncode == 0
