"""The CloudKit emulator is as strict as the description says, request by request."""
import base64
import datetime
import hashlib
import json
import subprocess
import urllib.error
import urllib.parse
import urllib.request

import pytest

from emulator import CloudKitEmulator

ROOT = "/database/1/iCloud.com.example.app/development/"
BODY = b'{"records":[{"recordName":"nobody"}]}'


@pytest.fixture
def keys(tmp_path):
    private, public = tmp_path / "eckey.pem", tmp_path / "public.pem"
    for words in (["ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", private],
                  ["ec", "-in", private, "-pubout", "-out", public]):
        subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True)
    return private, public


@pytest.fixture
def server(keys):
    with CloudKitEmulator("--public-key", keys[1]) as emulator:
        yield emulator


def send(url, body, headers=None):
    """The status and the JSON of an answer."""
    request = urllib.request.Request(url, body, headers or {})
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def as_user(server, operation, body, database="private", token=None):
    token = urllib.parse.quote(token or server.web_token, safe="")
    url = f"{server.url}{ROOT}{database}/{operation}?ckAPIToken={server.api_token}&ckWebAuthToken={token}"
    return send(url, json.dumps(body).encode())


def modify(server, *operations, **more):
    body = {"operations": list(operations), "zoneID": {"zoneName": server.zone}, "atomic": False, **more}
    status, answer = as_user(server, "records/modify", body)
    return answer["records"] if status == 200 else (status, answer)


def operation(kind, name, tag=None, **fields):
    record = {"recordName": name, "recordType": "Note", "fields": {k: {"value": v} for k, v in fields.items()}}
    if tag:
        record["recordChangeTag"] = tag
    return {"operationType": kind, "record": record}


def now(seconds=0):
    moment = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=seconds)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def der(key, message):
    return subprocess.run(["openssl", "dgst", "-sha256", "-sign", str(key)], input=message, capture_output=True, check=True).stdout


def raw_pair(signature):
    """r and s without their frame, as other protocols send them."""
    def number(at):
        length = signature[at + 1]
        return signature[at + 2 : at + 2 + length].lstrip(b"\0").rjust(32, b"\0"), at + 2 + length
    r, at = number(2)
    return r + number(at)[0]


def in_base64(data):
    return base64.b64encode(data).decode()


def signed(server, key, database="public", seconds=0, signed_seconds=0, fraction="Z", digest=None, end=b"", form=lambda s: s):
    date = now(seconds)[:-1] + fraction
    signed_date = now(signed_seconds) if signed_seconds else date
    digest = digest or in_base64(hashlib.sha256(BODY).digest())
    path = f"{ROOT}{database}/records/lookup"
    message = f"{signed_date}:{digest}:{path}".encode() + end
    headers = {"X-Apple-CloudKit-Request-KeyID": "key-of-the-test", "X-Apple-CloudKit-Request-ISO8601Date": date,
               "X-Apple-CloudKit-Request-SignatureV1": in_base64(form(der(key, message)))}
    return send(server.url + path, BODY, headers)


def test_a_right_signature_is_taken(server, keys):
    assert signed(server, keys[0])[0] == 200
    assert signed(server, keys[0], seconds=-500)[0] == 200


@pytest.mark.parametrize("mistake", [
    {"digest": hashlib.sha256(BODY).hexdigest()}, {"form": raw_pair}, {"seconds": -700}, {"seconds": 700},
    {"signed_seconds": -1}, {"fraction": ".000Z"}, {"end": b"\n"}, {"database": "private"},
], ids=["hexadecimal digest", "raw pair", "too old", "from the future", "another date signed", "fraction", "newline", "private database"])
def test_every_mistake_of_a_signature_is_refused_alike(server, keys, mistake):
    status, answer = signed(server, keys[0], **mistake)
    assert (status, answer["serverErrorCode"]) == (401, "AUTHENTICATION_FAILED")


def test_a_token_that_is_not_encoded_is_refused(server):
    url = f"{server.url}{ROOT}private/records/lookup?ckAPIToken={server.api_token}&ckWebAuthToken={server.web_token}"
    assert send(url, BODY)[0] == 400
    assert as_user(server, "records/lookup", json.loads(BODY))[0] == 200
    status, answer = send(f"{server.url}{ROOT}private/records/lookup?ckAPIToken={server.api_token}", BODY)
    assert status == 421 and "redirectURL" in answer


def test_writes_check_names_and_tags(server):
    (made,) = modify(server, operation("create", "a", title="x", n=1))
    assert made["recordChangeTag"] and made["created"] and made["modified"]
    assert modify(server, operation("create", "a"))[0]["serverErrorCode"] == "EXISTS"
    (changed,) = modify(server, operation("update", "a", made["recordChangeTag"], title="y"))
    assert changed["fields"]["n"]["value"] == 1 and changed["recordChangeTag"] != made["recordChangeTag"]
    assert modify(server, operation("update", "a", made["recordChangeTag"], title="z"))[0]["serverErrorCode"] == "CONFLICT"
    (replaced,) = modify(server, operation("replace", "a", changed["recordChangeTag"], title="z"))
    assert set(replaced["fields"]) == {"title"}, "what a replacement leaves out is gone"
    assert modify(server, operation("delete", "a", changed["recordChangeTag"]))[0]["serverErrorCode"] == "CONFLICT"
    assert modify(server, operation("delete", "a", replaced["recordChangeTag"])) == [{"recordName": "a", "deleted": True}]
    assert modify(server, operation("forceDelete", "a"))[0]["serverErrorCode"] == "NOT_FOUND"
    assert modify(server, operation("update", "a", "t", title="x"))[0]["serverErrorCode"] == "NOT_FOUND"


def test_an_atomic_request_does_all_or_nothing(server):
    bad = operation("update", "nobody", "t")
    records = modify(server, operation("create", "a"), bad, atomic=True)
    assert [record["serverErrorCode"] for record in records] == ["ATOMIC_ERROR", "NOT_FOUND"]
    assert "a" not in server.records()
    records = modify(server, operation("create", "a"), bad)
    assert "serverErrorCode" not in records[0] and records[1]["serverErrorCode"] == "NOT_FOUND"


def test_requests_have_limits(server):
    assert modify(server, *[operation("create", f"r{n}") for n in range(201)])[0] == 400
    assert modify(server, operation("create", "a"), operation("update", "a"))[0] == 400
    (record,) = modify(server, {"operationType": "create", "record": {
        "recordName": "t", "recordType": "Note", "fields": {"at": {"value": 1747999812347.89, "type": "TIMESTAMP"}}}})
    assert record["serverErrorCode"] == "BAD_REQUEST"


def test_a_member_of_another_name_is_ignored_without_a_word(server):
    first = as_user(server, "zones/changes", {})[1]
    again = as_user(server, "zones/changes", {"syncToken": first["metaSyncToken"]})[1]
    assert again["zones"] == first["zones"] != []
    assert as_user(server, "zones/changes", {"metaSyncToken": first["metaSyncToken"]})[1]["zones"] == []


def test_zones_fail_one_by_one_inside_a_good_answer(server):
    operations = [{"operationType": "create", "zone": {"zoneID": zone}} for zone in ({"zoneName": "New"}, {})]
    status, answer = as_user(server, "zones/modify", {"operations": operations})
    assert status == 200 and answer["zones"][0]["zoneID"]["zoneName"] == "New"
    assert answer["zones"][1]["serverErrorCode"] == "BAD_REQUEST"
