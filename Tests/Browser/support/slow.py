"""A table server that answers page after page of rows, each after a pause, and never comes to an end."""
import http.server
import json
import threading
import time
import urllib.parse


class Slow:
    """Rows have ascending stamps; as many as `page_rows` a page, whatever was asked for."""

    def __init__(self, pause=0.1, page_rows=20):
        self.pause, self.page_rows, self.pages, self.writes, self.started = pause, page_rows, 0, 0, 0
        slow = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def answer(self, body, status=200):
                data = json.dumps(body).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def do_GET(self):
                parts = urllib.parse.urlsplit(self.path)
                if parts.path.count("/") > 2:
                    return self.answer({"error": "no such row"}, 404)
                time.sleep(slow.pause)
                slow.pages += 1
                first = slow.pages * slow.page_rows
                self.answer([slow.row(first + number) for number in range(slow.page_rows)])

            def do_POST(self):
                slow.started += 1
                time.sleep(slow.pause)
                slow.writes += 1
                item = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                self.answer(item | slow.row(slow.writes) | {"id": item["id"]}, 201)

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    @staticmethod
    def row(number):
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(1_600_000_000 + number)) + ".000Z"
        return {"id": f"r{number}", "updatedAt": stamp, "createdAt": stamp, "version": "MQ==", "deleted": False, "text": f"row {number}"}

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
