#!/usr/bin/env python3
"""A stand-in for Parse Server: its REST interface on a real socket, rows in memory, faults on request.

    parse_emulator.py [--port 0] [--setup A|B|C] [--options JSON]

It prints `parse emulator is ready at http://127.0.0.1:PORT/parse` and runs until it is ended. Written from the protocol's
description and from recordings of parse-server 9.10 over PostgreSQL; it shares no code with the adapter.

The tests speak to it at /__emulator/NAME with JSON:
  POST faults   {"faults": ["lostAnswer", …], "methods": ["POST", "PUT", "DELETE"], "path": "regular expression"}: the next
                requests that match go wrong in this order. Faults: lostAnswer, lostRequest, truncatedAnswer, failed,
                throttled, expiredToken, failedAfter (done, then 500), overloadedAfter (done, then 503 with Retry-After),
                lateArrival (the connection breaks, and the request is done "lateSeconds" later), triggerFailed (done, then 141), wrongOrder (a listing comes backwards), page (a web
                page instead), changedMeanwhile (somebody writes "row" of "class", then the request goes on), echo (500 with the request's headers, as servers in
                debug mode do), slow, none (this one passes).
  POST rows     {"class", "rows": [{"objectId"?, "createdAt"?, "updatedAt"?, …}]}: puts rows as they are, past every rule; stamps may have
                microseconds, as SQL leaves them.
  POST options  {…}: changes options while it runs, such as "refusesWith": the sentence with which every write is refused.     POST unique {"class", "column"}: a unique index in the database.
  POST permissions {"class", "addField": {}, …}: who may do what.
  POST drop     {"class", "ids"?}: rows vanish as by SQL.    GET rows?class=C, GET files, GET log: what is there, what was asked.
  POST keep, POST go-back: keeps everything as it is, and brings that back.    GET history: rows before and after each write since.
"""
import argparse
import http.server
import json
import socket
import sys
import threading
import time
import urllib.parse

from parse_api import Answer, Emulator

SETUPS = {
    "A": {"app": "rec-app", "rest": "rec-rest", "javascript": "rec-js", "master": "rec-master", "maintenance": "rec-maint",
          "classCreation": True, "idempotent": [r"classes/Idem.*"], "customIds": False, "batches": True},
    "B": {"app": "rec-app-b", "master": "rec-master-b", "readOnly": "rec-readonly-b", "customIds": True,
          "classCreation": False, "maxLimit": 5, "maxUpload": 4096, "batchLimit": 3, "rateLimited": {"Limited": 2},
          "publicFiles": True, "includeDepth": 2, "queryDepth": 4, "batches": True},
}
SETUPS["C"] = {**SETUPS["A"], "batches": False}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    emulator = None

    def log_message(self, *_):
        pass

    def answer_any(self):
        length = int(self.headers.get("Content-Length") or 0)
        data = self.rfile.read(length) if length else b""
        target, emulator = self.path, self.emulator
        if target.startswith("/__emulator/"):
            name, _, query = target[len("/__emulator/"):].partition("?")
            with emulator.lock:
                result = emulator.control(self.command, name, dict(urllib.parse.parse_qsl(query)), json.loads(data or b"{}"))
            return self.give(Answer(200, result))
        with emulator.lock:
            emulator.log.append({"method": self.command, "target": target, "headers": dict(self.headers.items()),
                                 "body": data.decode("utf-8", "replace")[:100_000]})
            fault = emulator.fault(self.command, target)
        if fault == "slow":
            time.sleep(0.3)
        if fault == "lostRequest":
            return self.cut()
        if fault == "lateArrival":
            self.arrive_late(target, data)
            return self.cut()
        early = {"failed": Answer(500, {"code": 1, "message": "Internal server error."}),
                 "throttled": Answer(429, {"code": 100, "error": "Too many requests."}, {"Retry-After": "0"}),
                 "expiredToken": Answer(400, {"code": 209, "error": "Invalid session token"}),
                 "echo": Answer(500, {"code": 1, "message": "failed on " + str(dict(self.headers.items()))}),
                 "page": Answer(200, raw=b"<html>Sign in</html>", type="text/html")}.get(fault)
        if early:
            return self.give(early)
        method = "GET" if self.command == "HEAD" else self.command
        with emulator.lock:
            answer = emulator.respond(method, target, self.headers, data, self.headers.get("Host", "localhost"))
        if fault == "lostAnswer":
            return self.cut()
        if fault == "failedAfter":
            answer = Answer(500, {"code": 1, "message": "Internal server error."})
        if fault == "overloadedAfter":
            answer = Answer(503, raw=b"overloaded", type="text/plain", headers={"Retry-After": "0"})
        if fault == "triggerFailed":
            answer = Answer(400, {"code": 141, "error": "the trigger threw"})
        if fault == "wrongOrder" and isinstance(answer.body, dict) and "results" in answer.body:
            answer = Answer(200, {**answer.body, "results": answer.body["results"][::-1]})
        self.give(answer, truncated=fault == "truncatedAnswer")

    def arrive_late(self, target, data):
        emulator, method, headers, host = self.emulator, self.command, self.headers, self.headers.get("Host", "localhost")

        def arrive():
            with emulator.lock:
                emulator.respond(method, target, headers, data, host)

        timer = threading.Timer(emulator.options.get("lateSeconds", 1), arrive)
        timer.daemon = True
        timer.start()

    def give(self, answer, truncated=False):
        tag = 'W/"%x"' % (hash(answer.data) & 0xFFFFFFFFFF)
        if answer.status == 200 and self.command == "GET" and self.headers.get("If-None-Match") == tag:
            answer = Answer(304, raw=b"")
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        if answer.data and not (answer.status == 304):
            self.send_header("Content-Type", answer.type)
        self.send_header("ETag", tag)
        self.send_header("Content-Length", str(len(answer.data)))
        self.end_headers()
        if self.command != "HEAD":
            data = answer.data[: len(answer.data) // 2] if truncated else answer.data
            self.wfile.write(data)
        if truncated:
            self.cut()

    def cut(self):
        """The connection breaks, as by a router that lost its table."""
        self.close_connection = True
        self.wfile.flush()
        try:
            self.connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass

    do_GET = do_POST = do_PUT = do_DELETE = do_PATCH = do_HEAD = do_OPTIONS = answer_any


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request, client_address):
        # A client that hangs up is no news.
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--setup", choices=sorted(SETUPS), default="A")
    parser.add_argument("--options", default="{}")
    arguments = parser.parse_args()
    emulator = Emulator({**SETUPS[arguments.setup], **json.loads(arguments.options)})
    handler = type("BoundHandler", (Handler,), {"emulator": emulator})
    server = Server(("127.0.0.1", arguments.port), handler)
    print(f"parse emulator is ready at http://127.0.0.1:{server.server_address[1]}/parse", flush=True)
    # Ended when whoever started it goes: nobody is left behind by a test that crashed.
    threading.Thread(target=lambda: (sys.stdin.read(), server.shutdown()), daemon=True).start()
    server.serve_forever()


if __name__ == "__main__":
    main()
