"""What goes wrong around the program: ports taken, bad configuration, bad command lines."""
import json
import socket

from processes import Service, syncline, write_secret


def listen_somewhere():
    taken = socket.socket()
    taken.bind(("127.0.0.1", 0))
    taken.listen()
    return taken, taken.getsockname()[1]


def test_a_taken_port_is_a_clear_sentence(tmp_path):
    taken, port = listen_somewhere()
    with taken:
        done = syncline("serve", "--listen", f"127.0.0.1:{port}", "--data", tmp_path / "data", check=1)
        assert str(port) in done.stderr and "--listen" in done.stderr
        done = syncline("service", "--listen", f"127.0.0.1:{port}", "--database", tmp_path / "s.sqlite", check=1)
        assert str(port) in done.stderr


def test_every_mistake_of_a_configuration_is_reported_at_once(tmp_path):
    config = tmp_path / "broken.json"
    config.write_text(json.dumps({"stores": [
        {"name": "To Do", "remote": {"kind": "azur", "url": "ftp://x"}, "push": {"window": 0}},
        {"name": "b", "remote": {"kind": "azure", "url": "https://x"}, "tabels": []},
    ]}))
    done = syncline("serve", "--config", config, "--data", tmp_path / "data", check=2)
    for word in ("To Do", "azur", "ftp://x", "window", "tabels", "tables"):
        assert word in done.stderr, word


def test_every_mistake_of_parse_and_cloudkit_stores_is_reported_at_once(tmp_path):
    config = tmp_path / "broken.json"
    parse = {"kind": "parse", "url": "https://user:pw@h/parse", "masterKey": "in-the-file", "restKeyEnv": "A", "restKeyFile": "B",
             "newIds": "mine", "keyColumn": "a-b", "batchSize": 0}
    both = {"kind": "parse", "url": "https://h/parse", "applicationId": "app", "masterKeyEnv": "A", "sessionTokenEnv": "B"}
    cloudkit = {"kind": "cloudkit", "container": "com.example", "environment": "live", "database": "private", "keyId": "k",
                "fields": {"Note": {"done": "MAYBE"}}, "createZone": "yes"}
    shared = {"kind": "cloudkit", "container": "iCloud.com.example", "environment": "production", "database": "shared",
              "zone": "Notes", "apiTokenEnv": "A", "webAuthTokenFile": "t", "keyId": "k", "privateKeyFile": "p"}
    stores = [{"name": name, "remote": remote} for name, remote in
              [("one", parse), ("two", {**both}), ("three", cloudkit), ("four", shared)]]
    stores[1]["tables"] = [{"name": "Note", "softDelete": "system"}]
    config.write_text(json.dumps({"stores": stores}))
    done = syncline("serve", "--config", config, "--data", tmp_path / "data", check=2)
    assert done.stdout == "" and "in-the-file" not in done.stderr
    for place in [
        "stores[0].remote.url", "stores[0].remote.applicationId is missing", "masterKey", "restKeyFile: name either",
        "stores[0].remote.newIds", "stores[0].remote.keyColumn", "batchSize", "either masterKey… or sessionToken…",
        "stores[1].tables[0].softDelete", "stores[2].remote.container", "stores[2].remote.environment",
        "stores[2].remote.zone is missing", "stores[2].remote.privateKeyFile is missing", "stores[2].remote.fields.Note.done",
        "stores[2].remote.createZone", "stores[2].remote.database: a server-to-server key", "stores[3].remote.zoneOwner is missing",
        "stores[3].remote: write either keyId with privateKeyFile",
    ]:
        assert place in done.stderr, (place, done.stderr)


def test_another_address_needs_a_login(tmp_path):
    done = syncline("serve", "--listen", "0.0.0.0:0", "--data", tmp_path / "data", check=2)
    assert "syncline user add" in done.stderr


def test_wrong_usage_says_what_to_write(tmp_path):
    for words, expected in [
        (["serv"], "serve"), (["serve", "--listn", "x"], "--listen"), (["rows"], "TABLE"), (["user"], "user add"),
        (["service", "--page-size", "many"], "--page-size"), (["push", "--data", tmp_path / "none"], "data directory"),
    ]:
        done = syncline(*words, check=2)
        assert expected in done.stderr, (words, done.stderr)
        assert done.stdout == ""


def test_help_and_version():
    assert "serve" in syncline("help").stdout
    assert "--listen" in syncline("help", "serve").stdout
    assert syncline("--version").stdout.startswith("syncline ")


def test_an_api_key_is_asked_for(tmp_path):
    key = tmp_path / "key"
    write_secret(key, "secret-key\n")
    service = Service(tmp_path / "service.sqlite")
    service.arguments += ["--api-key-file", key]
    with service:
        from processes import curl
        assert curl("-H", "ZUMO-API-VERSION: 2.0.0", f"{service.url}/tables/todoitem")[0] == 401
        assert curl("-H", "ZUMO-API-VERSION: 2.0.0", "-H", "X-API-Key: secret-key", f"{service.url}/tables/todoitem")[0] == 200
