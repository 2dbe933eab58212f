"""A server whose certificate nobody trusts: it gets no request, and so no secret."""
import json
import ssl
import subprocess

import pytest

from fake_server import FakeServer
from processes import syncline, write_secret


class Untrusted(FakeServer):
    """Notes each request that reaches it."""

    asked = []

    def do_GET(self):
        self.asked.append(self.path)
        self.answer(200, [])


@pytest.fixture
def certificate(tmp_path):
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate],
        check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    return context


def test_a_server_with_an_untrusted_certificate_gets_no_request(tmp_path, certificate):
    data = tmp_path / "data"
    data.mkdir()
    write_secret(data / "token", "token-of-the-test\n")
    with Untrusted.running(certificate) as server:
        store = {"name": "todo", "tables": [{"name": "TodoItem"}],
                 "remote": {"kind": "azure", "url": server.url, "authTokenFile": str(data / "token")}}
        (data / "syncline.json").write_text(json.dumps({"stores": [store]}))
        done = syncline("pull", "--data", data, "--store", "todo", check=1)
    assert "certificate" in done.stdout + done.stderr
    assert Untrusted.asked == []
