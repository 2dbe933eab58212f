"""Who gets alerts: a webhook receiver that may fail, and a mail server."""
import email
import email.policy
import hashlib
import hmac
import http.server
import json
import socket
import threading

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

SECRET = "a secret that only both sides know"


class WebhookReceiver:
    """Checks the signature of every message; answers with the next of `statuses`, or 204."""

    def __init__(self, port=0):
        self.port, self.statuses, self.received, self.server = port, [], [], None

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.stop()

    def start(self):
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                expected = "sha256=" + hmac.new(SECRET.encode(), body, hashlib.sha256).hexdigest()
                assert hmac.compare_digest(self.headers["X-Syncline-Signature-256"], expected)
                message = json.loads(body)
                assert self.headers["X-Syncline-Delivery"] == message["id"]
                assert self.headers["X-Syncline-Event"] == message["event"]
                status = receiver.statuses.pop(0) if receiver.statuses else 204
                receiver.received.append((status, message))
                if status is None:
                    self.close_connection = True  # It has the message, and the sender does not know.
                    return
                self.send_response(status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        if self.server:
            self.server.shutdown()
            self.server.server_close()
            self.server = None

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}/hook"

    def accepted(self, event=None):
        return [message for status, message in list(self.received) if status == 204 and event in (None, message["event"])]


class MailServer:
    """Keeps mails; answers `DATA` with the next of `answers`, or takes it.

    With a context it speaks TLS from the start, and takes mails only of the user "syncline" with SECRET.
    """

    def __init__(self, context=None):
        self.mails, self.answers, self.context = [], [], context
        # The controller wants to connect to the port that it listens on.
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        options = {"authenticator": self.sign_in, "auth_required": True, "auth_require_tls": False} if context else {}
        self.controller = Controller(self, hostname="127.0.0.1", port=port, ssl_context=context, **options)

    def sign_in(self, server, session, envelope, mechanism, data):
        # "Not handled": the answer is the server's to send.
        return AuthResult(success=(data.login, data.password) == (b"syncline", SECRET.encode()), handled=False)

    def __enter__(self):
        self.controller.start()
        return self

    def __exit__(self, *_):
        self.controller.stop()

    @property
    def url(self):
        return f"smtp{'s' if self.context else ''}://127.0.0.1:{self.controller.port}"

    async def handle_DATA(self, server, session, envelope):
        answer = self.answers.pop(0) if self.answers else "250 Message accepted"
        if answer.startswith("250"):
            mail = email.message_from_bytes(envelope.content, policy=email.policy.default)
            self.mails.append((envelope.rcpt_tos, mail))
        return answer
