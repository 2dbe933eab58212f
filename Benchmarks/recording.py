"""Answers of a server, recorded on their way to a client, to be played by bare/replay_server."""

import http.client
import http.server
import threading


class Recorder:
    """A proxy that writes each GET and its answer to `path`, in the form that replay_server reads.

    Beside it lies `PATH.urls`, the request targets one a line.
    """

    def __init__(self, server, path):
        self.path = path
        self.output = open(path, "wb")
        self.urls = open(f"{path}.urls", "w")
        recorder = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def setup(self):
                super().setup()
                self.upstream = http.client.HTTPConnection("127.0.0.1", server.port)

            def do_GET(self):
                headers = {
                    name: value for name, value in self.headers.items()
                    if name.lower() not in ("accept-encoding", "connection")}
                self.upstream.request("GET", self.path, headers=headers)
                answer = self.upstream.getresponse()
                body = answer.read()
                head = f"HTTP/1.1 {answer.status} {answer.reason}\r\n"
                for name, value in answer.getheaders():
                    if name.lower() not in ("connection", "content-length", "transfer-encoding"):
                        head += f"{name}: {value}\r\n"
                head += f"Content-Length: {len(body)}\r\n\r\n"
                whole = head.encode("latin-1") + body
                if answer.status == 200:
                    recorder.write(self.path, whole)
                self.wfile.write(whole)

            def log_message(self, *_):
                pass

        self.listener = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.listener.server_address[1]}"
        self.lock = threading.Lock()
        threading.Thread(target=self.listener.serve_forever, daemon=True).start()

    def write(self, target, answer):
        with self.lock:
            self.output.write(f"{len(target)} {len(answer)}\n{target}".encode() + answer)
            self.urls.write(target + "\n")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.listener.shutdown()
        self.listener.server_close()
        self.output.close()
        self.urls.close()
