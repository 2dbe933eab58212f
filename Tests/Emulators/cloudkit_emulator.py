#!/usr/bin/env python3
"""Answers CloudKit Web Services requests on a real socket, for tests.

Written from the protocol's description alone; shares no code with the adapter. Standard library and
the `openssl` program only. Prints `listening on URL` when it is ready.

    cloudkit_emulator.py [--port N] [--public-key FILE --key-id ID] [--api-token T]
                         [--web-token T] [--upload-limit BYTES]

Below /__emulator it takes what tests arrange: POST /__emulator/faults, /__emulator/somebody,
/__emulator/options, /__emulator/zones, /__emulator/tokens (which forgets them), /__emulator/keep, which keeps records and
sign-ins as they are, and /__emulator/go-back, which brings that back; GET /__emulator/state, with what writes made of the
records since as `history`.
"""

import argparse
import json
import re
import socket
import struct
import sys
import threading
import time
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from cloudkit_auth import Authenticator
from cloudkit_failure import Failure
from cloudkit_store import Store

PATH = re.compile(r"^/database/1/(?P<container>iCloud\.[\w.-]+)/(?P<environment>development|production)"
                  r"/(?P<database>public|private|shared)/(?P<operation>[a-z/]+)$")
TOKENS = re.compile(r"^/device/1/iCloud\.[\w.-]+/(?:development|production)/(?P<operation>tokens/[a-z]+)$")
# A long poll without a notification ends after so many seconds.
COURIER_SECONDS = 2
WRITES = {"records/modify", "zones/modify"}


class Faults:
    """What goes wrong next: each fault waits for a request that it fits, and is used once."""

    def __init__(self):
        self.waiting = []
        self.lock = threading.Lock()

    def add(self, faults):
        with self.lock:
            self.waiting.extend(faults)

    def take(self, operation):
        with self.lock:
            for index, fault in enumerate(self.waiting):
                wanted = fault.get("operation", "*")
                if wanted == "*" or wanted == operation or (wanted == "writes" and operation in WRITES):
                    return self.waiting.pop(index)
        return None


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "CloudKitEmulator"

    def log_message(self, *args):
        pass

    def do_POST(self):
        self.body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        path = urlsplit(self.path)
        if path.path.startswith("/__emulator/"):
            return self.control(path.path[len("/__emulator/"):])
        if path.path.startswith("/upload/"):
            return self.upload(path.path[len("/upload/"):])
        if TOKENS.match(path.path):
            return self.tokens(path)
        self.database(path)

    def do_GET(self):
        path = urlsplit(self.path)
        if path.path == "/__emulator/state":
            return self.answer(200, self.server.store.state(self.server.seen))
        if path.path.startswith("/asset/"):
            return self.asset(path)
        if path.path.startswith("/courier/"):
            return self.courier(path.path[len("/courier/"):])
        self.answer(405, {"reason": "use POST"})

    # -- The protocol ------------------------------------------------------------------------

    def database(self, path):
        match = PATH.match(path.path)
        if not match:
            return self.error(Failure("BAD_REQUEST", "no such operation: " + path.path, 404))
        operation, database = match["operation"], match["database"]
        self.server.seen.append({"operation": operation, "database": database, "at": time.time(),
                                 "body": self.parsed()})
        fault = self.server.faults.take(operation)
        kind = fault and fault["kind"]
        if kind == "lostRequest":
            return self.drop()
        if kind == "failed":
            return self.error(Failure("INTERNAL_ERROR", "broken", 500))
        if kind == "throttled":
            return self.error(Failure("THROTTLED", "slow down", 429, retryAfter=fault.get("retryAfter", 0)))
        if kind == "expiredToken":
            if not fault.get("brief"):
                self.server.auth.expire()
            return self.error(self.server.auth.refusal(database, self.base()))
        if kind == "raw":
            return self.raw(fault["status"], fault.get("body", ""), fault.get("headers", {}))
        new_token = None
        try:
            new_token = self.server.auth.check(self, path, database, self.body)
            result = self.server.store.perform(database, operation, self.parsed(), self.base(), fault)
        except Failure as failure:
            return self.error(failure, new_token)
        if kind == "lostAnswer":
            return self.drop()
        if kind == "wrongOrder" and isinstance(result.get("records"), list):
            result["records"].reverse()
        if kind == "wrongOrder":
            for zone in result.get("zones", []):
                zone.get("records", []).reverse()
        self.answer(200, result, new_token, truncated=kind == "truncated")

    def tokens(self, path):
        operation, value = TOKENS.match(path.path)["operation"], self.parsed()
        self.server.seen.append({"operation": operation, "at": time.time(), "body": value})
        try:
            new_token = self.server.auth.check(self, path, "private", self.body)
            courier = self.server.store.subscriptions.courier
            if operation == "tokens/create":
                token = courier.create()
                result = {"apnsEnvironment": value.get("apnsEnvironment"), "apnsToken": token,
                          "webcourierURL": f"{self.base()}/courier/{token}"}
            elif operation == "tokens/register":
                courier.register(value.get("apnsToken"))
                result = {}
            else:
                raise Failure("BAD_REQUEST", "no such operation", 404)
        except Failure as failure:
            return self.error(failure)
        self.answer(200, result, new_token)

    def courier(self, token):
        fault = self.server.faults.take("courier")
        if fault and fault["kind"] == "lostAnswer":
            return self.drop()
        notification = self.server.store.subscriptions.courier.take(token, COURIER_SECONDS)
        if notification is None:
            return self.raw(410, "", {})
        self.raw(200, notification, {"Content-Type": "application/json"} if notification else {})

    def parsed(self):
        try:
            value = json.loads(self.body or b"{}")
            return value if isinstance(value, dict) else {}
        except ValueError:
            return {}

    def base(self):
        return "http://" + self.headers.get("Host", "127.0.0.1")

    def upload(self, token):
        fault = self.server.faults.take("upload")
        if fault and fault["kind"] == "lostAnswer":
            self.server.store.receive(token, self.body)
            return self.drop()
        try:
            self.answer(200, self.server.store.receive(token, self.body))
        except Failure as failure:
            self.error(failure)

    def asset(self, path):
        content = self.server.store.asset(path.path[len("/asset/"):], parse_qs(path.query))
        if content is None:
            return self.answer(410, {"reason": "this address has expired"})
        self.send_response(200)
        self.send_header("Content-Type", "application/octet-stream")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    # -- Answers -----------------------------------------------------------------------------

    def error(self, failure, new_token=None):
        self.answer(failure.status, failure.entry(), new_token)

    def answer(self, status, value, new_token=None, truncated=False):
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json; charset=UTF-8")
        self.send_header("Content-Length", str(len(data)))
        if new_token:
            self.send_header("X-Apple-CloudKit-Web-Auth-Token", new_token)
        if truncated:
            data = data[: len(data) // 2]
            self.close_connection = True
        self.end_headers()
        self.wfile.write(data)

    def date_time_string(self, timestamp=None):
        return formatdate(time.time() + self.server.clock_offset, usegmt=True)

    def raw(self, status, body, headers):
        data = body.encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def drop(self):
        """Ends the connection as a broken line does, without a word."""
        self.close_connection = True
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()
        self.wfile = open("/dev/null", "wb")

    # -- What tests arrange ------------------------------------------------------------------

    def control(self, name):
        value = json.loads(self.body or b"{}")
        store = self.server.store
        if name == "faults":
            self.server.faults.add(value["faults"])
        elif name == "options":
            if "clockOffset" in value:
                self.server.clock_offset = self.server.auth.clock_offset = value.pop("clockOffset")
            if "webToken" in value:
                self.server.auth.sign_in(value.pop("webToken"))
            store.options.update(value)
        elif name == "tokens":
            store.subscriptions.courier.forget()
        elif name == "keep":
            store.keep()
            self.server.auth.keep()
        elif name == "go-back":
            store.go_back()
            self.server.auth.go_back()
        elif name == "zones":
            store.arrange_zone(value)
        elif name == "somebody":
            return self.answer(200, store.somebody(value, self.base()))
        else:
            return self.answer(404, {"reason": "no such control"})
        self.answer(200, {})


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request, client_address):
        # A client that hangs up is no news.
        if not isinstance(sys.exc_info()[1], (ConnectionError, ValueError, OSError)):
            super().handle_error(request, client_address)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--public-key")
    parser.add_argument("--key-id", default="key-of-the-test")
    parser.add_argument("--api-token", default="api-token-of-the-test")
    parser.add_argument("--web-token", default="first+web/token=")
    parser.add_argument("--upload-limit", type=int, default=15 << 20)
    arguments = parser.parse_args()
    server = Server(("127.0.0.1", arguments.port), Handler)
    server.store = Store(arguments.upload_limit)
    server.auth = Authenticator(arguments)
    server.faults = Faults()
    server.seen = []
    server.clock_offset = 0
    print(f"listening on http://127.0.0.1:{server.server_address[1]}", flush=True)
    # Ends with the test that started it: its end of this pipe closes then.
    threading.Thread(target=lambda: (sys.stdin.read(), server.shutdown()), daemon=True).start()
    server.serve_forever(poll_interval=0.05)


if __name__ == "__main__":
    main()
