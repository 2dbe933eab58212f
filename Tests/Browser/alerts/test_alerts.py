"""Alerts from the running console to real receivers, through crashes on either side."""
import json
import os
import re
import shutil
import ssl
import subprocess
import time

import pytest
from playwright.sync_api import expect

from processes import Console, Service, edited_settings, eventually, syncline, write_secret
from receivers import SECRET, MailServer, WebhookReceiver


@pytest.fixture
def hook():
    with WebhookReceiver() as hook:
        yield hook


@pytest.fixture
def service(tmp_path):
    service = Service(tmp_path / "service.sqlite")
    with service:
        yield service


def console_with(tmp_path, service, channels, **alerts):
    """A console whose alerts open at once."""
    console = Console.with_store(tmp_path / "data", service)
    write_secret(tmp_path / "hook-secret", SECRET)
    with edited_settings(console.data) as settings:
        settings["alerts"] = {
            "holdSeconds": 0, "reopenMinutes": 0, "channels": channels,
            "conditions": {"syncFailingMinutes": 0, "diskFreePercent": False}, **alerts,
        }
    return console


def ops(tmp_path, hook):
    return {"name": "ops", "kind": "webhook", "url": hook.url, "secretFile": str(tmp_path / "hook-secret")}


def open_alerts(console):
    return console.get("/alerts.json")["open"]


def fail(console, service):
    """The server is away, and a run notices."""
    service.stop()
    assert console.run("sync")["state"] == "failed"
    return eventually(lambda: open_alerts(console), "no alert opened")[0]


def test_a_failing_sync_is_told_once_and_its_recovery_too(tmp_path, service, hook):
    with console_with(tmp_path, service, [ops(tmp_path, hook)], publicURL="https://console.example.com") as console:
        alert = fail(console, service)
        message = eventually(lambda: hook.accepted(), "no message came")[0]
        assert message["event"] == "opened" and message["condition"] == "sync-failing"
        assert message["store"] == "todo" and message["alert"] == alert["id"]
        assert message["link"] == "https://console.example.com/s/todo/sync"
        assert console.run("sync")["state"] == "failed"
        service.start()
        assert console.run("sync")["state"] == "succeeded"
        eventually(lambda: hook.accepted("recovered"), "no recovery came")
        time.sleep(2)
        assert [m["event"] for m in hook.accepted()] == ["opened", "recovered"]
        assert open_alerts(console) == []


def test_nothing_is_lost_when_the_console_is_killed_and_the_receiver_is_away(tmp_path, service, hook):
    """Killed between the alert and its delivery, and again while the receiver answers badly: the same id arrives."""
    with console_with(tmp_path, service, [ops(tmp_path, hook)]) as console:
        hook.stop()
        fail(console, service)
        last = eventually(lambda: console.get("/alerts.json")["channels"][0]["last"], "no message is there")
        console.kill()
        # It gets the message and ends the connection without an answer, then it has trouble of its own.
        hook.statuses = [None, 500]
        hook.start()
        console.start()
        eventually(lambda: hook.received, "nothing came after the restart")
        console.kill()
        console.start()
        eventually(lambda: hook.accepted(), "the message never arrived")
        ids = {message["id"] for _, message in hook.received}
        assert ids == {last["id"]} and len(hook.received) >= 2
        state = eventually(
            lambda: [c["last"] for c in console.get("/alerts.json")["channels"] if c["last"]["state"] == "delivered"],
            "it is not recorded")
        assert state[0]["id"] == last["id"]
        count = len(hook.received)
        time.sleep(2)
        assert len(hook.received) == count


def test_what_the_receiver_refuses_is_given_up_and_sent_again_by_hand(tmp_path, service, hook, page):
    hook.statuses = [404]
    with console_with(tmp_path, service, [ops(tmp_path, hook)]) as console:
        console.sign_in(page)
        page.goto(console.url + "/alerts")
        page.get_by_role("button", name="Send test").click()
        expect(page.get_by_text("Test message queued.")).to_be_visible()
        eventually(lambda: console.get("/alerts.json")["deadLetters"], "it was not given up")
        page.goto(console.url + "/alerts")
        expect(page.get_by_role("cell", name="The server answered HTTP 404.", exact=True)).to_be_visible()
        page.get_by_role("button", name="Send again").click()
        assert eventually(lambda: hook.accepted(), "it was not sent again")[0]["event"] == "test"
        eventually(lambda: console.get("/alerts.json")["channels"][0]["last"]["state"] == "delivered", "it is not recorded")
        page.goto(console.url + "/alerts")
        expect(page.get_by_text("Delivered")).to_be_visible()
        expect(page.get_by_role("heading", name="Undelivered messages")).to_have_count(0)


def test_the_page_works_without_script_and_on_a_phone(tmp_path, service, hook, browser):
    with console_with(tmp_path, service, [ops(tmp_path, hook)]) as console:
        fail(console, service)
        context = browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 800})
        page = context.new_page()
        console.sign_in(page)
        page.goto(console.url + "/alerts")
        expect(page.get_by_text("Sync of todo is failing").first).to_be_visible()
        page.locator("summary", has_text="Acknowledge").click()
        page.get_by_label("Note").fill("Calling the provider")
        page.get_by_role("button", name="Acknowledge alert").click()
        expect(page.get_by_text("Calling the provider")).to_be_visible()
        width = page.evaluate("() => document.documentElement.scrollWidth")
        assert width <= 390
        page.get_by_role("link", name=re.compile("^Open sync")).click()
        expect(page).to_have_url(re.compile("/s/todo/sync$"))
        context.close()


def test_alerts_come_by_mail_and_by_command(tmp_path, service, hook):
    """A mail server that is busy is asked again; a new channel needs no restart."""
    script = tmp_path / "notify"
    script.write_text(f'#!/bin/sh\ncat >> "{tmp_path}/heard"\necho >> "{tmp_path}/heard"\n')
    script.chmod(0o700)
    with MailServer() as mail, console_with(tmp_path, service, []) as console:
        mail.answers = ["451 Try later"]
        with edited_settings(console.data) as settings:
            settings["alerts"]["channels"] = [
                {"name": "mail", "kind": "email", "url": mail.url, "from": "syncline@example.com", "to": ["ops@example.com"]},
                {"name": "pager", "kind": "command", "path": str(script)},
            ]
        eventually(lambda: len(console.get("/alerts.json")["channels"]) == 2, "the channels are not there")
        fail(console, service)
        heard = eventually(lambda: (tmp_path / "heard").exists() and (tmp_path / "heard").read_text(), "the command did not run")
        assert json.loads(heard.splitlines()[0])["condition"] == "sync-failing"
        recipients, message = eventually(lambda: mail.mails, "no mail came")[0]
        assert recipients == ["ops@example.com"]
        assert message["Subject"] == "Sync of todo is failing"
        last = eventually(
            lambda: [c["last"] for c in console.get("/alerts.json")["channels"][:1] if c["last"]["state"] == "delivered"],
            "it is not recorded")[0]
        assert message["Message-ID"] == f"<{last['id']}@example.com>" and last["attempts"] == 2
        assert "Changes are kept here" in message.get_content()
        mail.answers = ["550 No such user"]
        console.post("/alerts/channels/mail/test", {}, status=202)
        dead = eventually(lambda: console.get("/alerts.json")["deadLetters"], "it was not given up")
        assert "550 No such user" in dead[0]["failure"]


@pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("unshare"), reason="mounts need root")
def test_a_mail_over_tls_needs_a_trusted_certificate_and_the_password(tmp_path, service):
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate],
        check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    with MailServer(context) as mail:
        channel = {"name": "mail", "kind": "email", "url": mail.url, "from": "syncline@example.com", "to": ["ops@example.com"],
                   "user": "syncline", "passwordFile": str(tmp_path / "hook-secret")}
        console = console_with(tmp_path, service, [channel])
        with console:
            console.post("/alerts/channels/mail/test", {}, status=202)
            failure = eventually(lambda: console.get("/alerts.json")["channels"][0]["last"]["failure"], "it did not fail")
            assert "certificate" in failure and mail.mails == []
        console.prefix = [
            "unshare", "-m", "bash", "-ec", f'mount --bind {certificate} /etc/ssl/certs/ca-certificates.crt\nexec "$@"', "bash"]
        with console:
            eventually(lambda: mail.mails, "the mail did not come")
            write_secret(tmp_path / "hook-secret", "another one")
            console.post("/alerts/channels/mail/test", {}, status=202)
            dead = eventually(lambda: console.get("/alerts.json")["deadLetters"], "it was not given up")
            assert dead[0]["failure"].startswith("The server refused the mail: 535")
            assert "another one" not in json.dumps(dead)


def test_a_live_store_without_its_stream_is_told_and_a_restart_is_no_recovery(tmp_path, service, hook):
    """The conditions switched on are few: a lost server has others, too."""
    console = console_with(
        tmp_path, service, [ops(tmp_path, hook)],
        conditions={"streamLostMinutes": 0, "syncFailingMinutes": False, "diskFreePercent": False})
    with edited_settings(console.data) as settings:
        settings["stores"][0]["live"] = True
    live = lambda: console.get("/s/todo/sync.json")["live"]["state"]
    with console:
        eventually(lambda: live() == "connected")
        assert open_alerts(console) == []
        service.stop()
        alert = eventually(lambda: open_alerts(console), "no alert opened")[0]
        assert alert["condition"] == "stream-lost" and alert["title"] == "todo has lost its change stream"
        assert 'syncline_alerts_open{condition="stream-lost"} 1' in console.request("GET", "/metrics")[2]
        console.stop()
        console.start()
        eventually(lambda: live() == "waiting")
        service.start()
        eventually(lambda: not open_alerts(console), "it did not recover")
    events = eventually(lambda: len(hook.received) == 2 and [message["event"] for _, message in hook.received])
    assert events == ["opened", "recovered"]


def test_the_command_tries_the_channels_without_a_console(tmp_path, service, hook):
    """A script checks the channels before anything is wrong."""
    console = console_with(tmp_path, service, [ops(tmp_path, hook), ops(tmp_path, hook) | {"name": "spare"}])
    data = console.data
    assert syncline("alerts", "test", "--data", data).stdout == "ops: delivered\nspare: delivered\n"
    assert [message["event"] for _, message in hook.received] == ["test", "test"]
    assert hook.received[0][1]["title"] == "Test message from Syncline"
    hook.statuses = [404]
    answer = syncline("alerts", "test", "spare", "--data", data, "--json", check=1).stdout
    assert json.loads(answer)[0] | {"reason": None} == {"channel": "spare", "delivered": False, "reason": None}
    assert "404" in answer
    refused = syncline("alerts", "test", "nobody", "--data", data, check=2).stderr
    assert "no channel `nobody`" in refused and "ops, spare" in refused and len(hook.received) == 3
