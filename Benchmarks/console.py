"""A console under measurement: started, signed in to as a browser is, and asked for pages."""

import http.client
import re
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request

from processes import free_port

PASSWORD = "a long enough password"


class Console:
    """`syncline serve` over a data directory, with a user who is signed in."""

    def __init__(self, context, data, role="operator", options=(), seconds_to_start=20):
        add = [context.syncline, "user", "add", "bench", "--role", role, "--password-stdin",
               "--data", data]
        subprocess.run(
            [str(word) for word in add], input=PASSWORD + "\n", text=True, check=True,
            stdout=context.log, stderr=context.log)
        self.port = free_port()
        words = [context.syncline, "serve", "--listen", f"127.0.0.1:{self.port}", "--data", data, *options]
        self.start = lambda: context.start(*words, port=self.port, seconds_to_start=seconds_to_start)
        self.server = self.start()
        self.url = self.server.url
        self.cookies = {}
        self.wait_until_ready()
        self.sign_in()

    def restart(self):
        """A new process on the same data, for the same user, which has come to rest."""
        self.server.stop()
        self.server = self.start()
        self.wait_until_ready()
        self.server.wait_until_idle()

    def wait_until_ready(self):
        """It listens before its stores are open."""
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            try:
                with urllib.request.urlopen(self.url + "/readyz", timeout=10):
                    return
            except urllib.error.HTTPError:
                time.sleep(0.05)
        raise TimeoutError("the console does not become ready")

    def sign_in(self):
        """By name and password."""
        page = self.request("GET", "/login")
        token = re.search(rb'name="_token" value="([^"]+)"', page).group(1).decode()
        body = urllib.parse.urlencode({"_token": token, "name": "bench", "password": PASSWORD})
        self.request("POST", "/login", body, {
            "Content-Type": "application/x-www-form-urlencoded", "Origin": self.url,
            "Sec-Fetch-Site": "same-origin"})

    def request(self, method, path, body=None, headers=None):
        """The body of the answer; cookies are kept."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        fields = {"Cookie": self.cookie} if self.cookies else {}
        connection.request(method, path, body, fields | (headers or {}))
        answer = connection.getresponse()
        for field in answer.headers.get_all("Set-Cookie") or []:
            name, _, rest = field.partition("=")
            self.cookies[name] = rest.partition(";")[0]
        content = answer.read()
        connection.close()
        assert answer.status < 400, (path, answer.status, content[:300])
        return content

    @property
    def cookie(self):
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def stop(self):
        self.server.stop()
