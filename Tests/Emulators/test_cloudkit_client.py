"""A client of other makers, `pyicloud` from PyPI, finds the emulator to be CloudKit Web Services.

Its typed models were made from what Apple's own services send, so they show that the emulator does
not only agree with the project's own adapter.
"""
import pytest

from emulator import CloudKitEmulator

requests = pytest.importorskip("requests")
client_module = pytest.importorskip("pyicloud.common.cloudkit.client")
models = pytest.importorskip("pyicloud.common.cloudkit.models")


@pytest.fixture
def server():
    with CloudKitEmulator() as emulator:
        yield emulator


@pytest.fixture
def client(server):
    base = f"{server.url}/database/1/iCloud.com.example.app/development/private"
    tokens = {"ckAPIToken": server.api_token, "ckWebAuthToken": server.web_token}
    # Unknown members are refused: an answer has to be of the known shape.
    return client_module.CloudKitContainerClient(base, requests.Session(), tokens)


@pytest.fixture
def zone(server):
    return models.CKZoneIDReq(zoneName=server.zone)


def write(kind, name, tag=None, record_type="Note", **fields):
    record = models.CKWriteRecord(recordName=name, recordType=record_type, recordChangeTag=tag, fields=fields)
    return models.CKModifyOperation(operationType=kind, record=record)


def test_records_are_made_changed_read_and_deleted(client, zone):
    fields = {"title": {"type": "STRING", "value": "milk"}, "count": {"type": "INT64", "value": 2},
              "at": {"type": "TIMESTAMP", "value": 1747999812348}, "ratio": {"type": "DOUBLE", "value": 0.5},
              "parent": {"type": "REFERENCE", "value": {"recordName": "p", "action": "NONE"}}}
    made = client.modify(operations=[write("create", "a", **fields)], zone_id=zone, atomic=False).records[0]
    assert isinstance(made, models.CKRecord) and made.recordChangeTag and made.modified.timestamp
    found = client.lookup(["a", "nobody"], zone_id=zone).records
    assert found[0].fields.get_value("title") == "milk" and found[0].fields.get_value("count") == 2
    assert isinstance(found[1], models.CKErrorItem) and found[1].serverErrorCode == "NOT_FOUND"
    changed = client.modify(
        operations=[write("update", "a", made.recordChangeTag, title={"type": "STRING", "value": "bread"})],
        zone_id=zone, atomic=False).records[0]
    assert changed.fields.get_value("title") == "bread" and changed.fields.get_value("count") == 2
    with pytest.raises(client_module.CloudKitApiError):
        client.modify(operations=[write("update", "a", made.recordChangeTag)], zone_id=zone, atomic=False)
    gone = client.modify(operations=[write("delete", "a", changed.recordChangeTag)], zone_id=zone, atomic=False)
    assert isinstance(gone.records[0], models.CKTombstoneRecord)


@pytest.mark.parametrize("form", ["absent", "null", "string"])
def test_the_feed_tells_records_and_deletions(server, client, zone, form):
    server.control("options", {"tombstoneType": form})
    for number in range(12):
        server.somebody("create", f"r{number}", n=number)
    wanted = models.CKZoneChangesZoneReq(zoneID=models.CKZoneID(zoneName=server.zone))
    pages = list(client.iter_changes(zone_req=wanted, results_limit=5))
    assert [len(page.records) for page in pages] == [5, 5, 2]
    server.somebody("forceDelete", "r3")
    wanted = models.CKZoneChangesZoneReq(zoneID=pages[-1].zoneID, syncToken=pages[-1].syncToken)
    (record,) = client.changes(zone_req=wanted).zones[0].records
    assert record.recordName == "r3" and record.deleted
    server.control("zones", {"zone": server.zone, "action": "expire"})
    with pytest.raises(client_module.CloudKitApiError):
        client.changes(zone_req=wanted)


def test_queries_page(server, client, zone):
    for number in range(12):
        server.somebody("create", f"r{number}", n=number)
    query = models.CKQueryObject(recordType="Note", sortBy=[models.CKQuerySortBy(fieldName="n", ascending=True)])
    first = client.query(query=query, zone_id=zone, results_limit=8)
    second = client.query(query=query, zone_id=zone, results_limit=8, continuation=first.continuationMarker)
    names = [record.recordName for record in first.records + second.records]
    assert names == [f"r{number}" for number in range(12)] and second.continuationMarker is None


def test_assets_go_up_and_down(server, client, zone):
    # The client itself sends bytes to https addresses only: the plain post is ours, the models are its own.
    token = {"recordType": "Note", "fieldName": "photo", "recordName": "a"}
    url = client.raw_post("/assets/upload", {"tokens": [token]})["tokens"][0]["url"]
    value = models.CKAssetToken.model_validate(requests.post(url, data=b"picture").json()["singleFile"])
    value = value.model_dump(mode="json", exclude_none=True)
    client.modify(operations=[write("create", "a", photo={"type": "ASSETID", "value": value})], zone_id=zone, atomic=False)
    record = client.lookup(["a"], zone_id=zone).records[0]
    asset = record.fields.get_value("photo")
    assert requests.get(asset.downloadURL).content == b"picture"


def test_zones_and_sign_in(server, client):
    assert server.zone in [zone.zoneID.zoneName for zone in client.zones_list().zones]
    assert server.zone in [zone.zoneID.zoneName for zone in client.database_changes().zones]
    server.fault({"operation": "*", "kind": "expiredToken"})
    with pytest.raises(client_module.CloudKitApiError) as refusal:
        client.zones_list()
    assert refusal.value.payload["serverErrorCode"] == "AUTHENTICATION_REQUIRED"
    assert "redirectURL" in refusal.value.payload
