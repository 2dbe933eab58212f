"""A server of tables that a test makes up: what it answers is in the class of the test."""
import contextlib
import http.server
import json
import threading
import types


class FakeServer(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    extra = None
    """A header, name and value, of every answer."""

    @classmethod
    @contextlib.contextmanager
    def running(cls, tls=None):
        """Listens on a free port until the block ends; gives its `url`, with `tls` an https one."""
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), cls)
        if tls:
            server.socket = tls.wrap_socket(server.socket, server_side=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield types.SimpleNamespace(url=f"{'https' if tls else 'http'}://127.0.0.1:{server.server_address[1]}")
        finally:
            server.shutdown()
            server.server_close()

    def answer(self, status, body):
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        if self.extra:
            self.send_header(*self.extra)
        self.end_headers()
        self.wfile.write(data)

    def read_body(self):
        return self.rfile.read(int(self.headers.get("Content-Length", 0)))

    def log_message(self, *_):
        pass
