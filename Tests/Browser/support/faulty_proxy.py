"""A proxy between console and table service that breaks some of the exchanges, as networks and gateways do."""
import http.client
import http.server
import json
import random
import socketserver
import sys
import threading

WRITES = {"POST", "PATCH", "PUT", "DELETE"}
FAULTS = [
    "cut-before",  # the request never arrives
    "lost",  # it arrives, and the answer does not
    "twice",  # it arrives twice
    "late",  # the connection breaks, and it arrives afterwards
    "500-after", "503-after", "wait-after",  # it is done, and the answer says otherwise
    "empty", "broken", "web-page", "other-row",  # 200, with a body that can't be believed
]


class FaultyProxy(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True

    def __init__(self, port, seed):
        super().__init__(("127.0.0.1", 0), Exchange)
        self.target, self.random = port, random.Random(seed)
        self.lock = threading.Lock()
        self.share = 0.0  # of the writes that break; of the reads a sixth of it
        self.is_down = False
        self.goes_down_after_write = False
        self.after_write = None  # called once, between the service's answer and its delivery
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}"

    def handle_error(self, request, client_address):
        """Clients that are killed leave while they are answered."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)

    def close(self):
        self.shutdown()
        self.server_close()

    def fault(self, method):
        with self.lock:
            share = self.share if method in WRITES else self.share / 6
            return self.random.choice(FAULTS) if self.random.random() < share else None


class Exchange(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def exchange(self):
        proxy = self.server
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        fault = proxy.fault(self.command)
        if fault == "cut-before" or proxy.is_down:
            return self.cut()
        if fault == "late":
            return self.come_late(body, 0.3)
        status, headers, data = self.forward(body)
        if fault == "twice":
            status, headers, data = self.forward(body)
        if self.command in WRITES:
            if proxy.goes_down_after_write:
                proxy.goes_down_after_write, proxy.is_down = False, True
                return self.cut()
            if proxy.after_write:
                after, proxy.after_write = proxy.after_write, None
                after()
        if fault == "lost":
            return self.cut()
        self.answer(*broken(fault, status, headers, data))

    do_GET = do_HEAD = do_POST = do_PATCH = do_PUT = do_DELETE = exchange

    def forward(self, body):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.target, timeout=30)
        headers = {name: value for name, value in self.headers.items() if name.lower() != "connection"}
        connection.request(self.command, self.path, body or None, headers)
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        return answer.status, answer.getheaders(), data

    def answer(self, status, headers, data):
        self.send_response(status)
        for name, value in headers:
            if name.lower() not in ("content-length", "connection", "transfer-encoding", "keep-alive"):
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def come_late(self, body, seconds):
        """Breaks the connection, and lets the request arrive afterwards."""
        timer = threading.Timer(seconds, self.forward, [body])
        timer.daemon = True
        timer.start()
        self.cut()

    def cut(self):
        self.close_connection = True
        self.connection.shutdown(2)


def broken(fault, status, headers, data):
    match fault:
        case "500-after":
            return 500, [], b""
        case "503-after":
            return 503, [], b""
        case "wait-after":
            return 503, [("Retry-After", "1")], b"overloaded"
        case "empty":
            return 200, [], b""
        case "broken":
            return status, [("Content-Type", "application/json")], data[: len(data) // 2]
        case "web-page":
            return 200, [("Content-Type", "text/html")], b"<html><body>Sign in</body></html>"
        case "other-row" if data[:1] == b"{" and b'"id"' in data:
            return status, headers, json.dumps(json.loads(data) | {"id": "somebody-else"}).encode()
    return status, headers, data
