"""Zones, records and their feed, as the protocol's description has them."""

import base64
import contextlib
import copy
import hashlib
import json
import threading
import time
import uuid

from cloudkit_failure import Failure
from cloudkit_fields import check_fields, matches, sort_key
from cloudkit_notifications import Subscriptions
from row_history import RowHistory


class Zone:
    def __init__(self, name, owner="_owner", changed=lambda zone: None):
        self.name, self.owner, self.changed = name, owner, changed
        # What the user who is signed in may not do here: "write", or anything at all.
        self.denies = None
        self.records = {}
        self.order = {}
        self.epoch = uuid.uuid4().hex[:8]
        self.sequence = 0

    def id(self):
        return {"zoneName": self.name, "ownerRecordName": self.owner, "zoneType": "REGULAR_CUSTOM_ZONE"}

    def touch(self, name):
        self.sequence += 1
        self.order[name] = self.sequence
        self.changed(self)

    def token(self, sequence):
        return base64.b64encode(f"{self.name}|{self.epoch}|{sequence}".encode()).decode()


class Store:
    def __init__(self, upload_limit):
        self.lock = threading.RLock()
        self.databases = {name: {} for name in ("public", "private", "shared")}
        for name in ("public", "private"):
            self.databases[name]["_defaultZone", "_owner"] = Zone("_defaultZone")
        # tombstoneType: absent, null or string. lag: so many of the newest records no query sees.
        self.options = {"tombstoneType": "absent", "lag": 0, "unindexed": [], "numbersAsStrings": False,
                        "typeless": False}
        self.types, self.assets, self.uploads = {}, {}, {}
        self.subscriptions = Subscriptions()
        self.upload_limit = upload_limit
        self.tags = 0
        self.clock = 0
        self.history, self.kept = RowHistory(), None

    # -- Operations --------------------------------------------------------------------------

    def perform(self, database, operation, body, base, fault):
        actions = {"records/modify": self.modify, "records/lookup": self.lookup, "records/query": self.query,
                   "changes/zone": self.changes, "changes/database": self.database_changes,
                   "zones/modify": self.modify_zones, "zones/lookup": self.lookup_zones,
                   "zones/list": self.list_zones,
                   "zones/changes": self.zones_changes, "assets/upload": self.upload_tokens,
                   "subscriptions/lookup": self.subscriptions.lookup, "subscriptions/list": self.subscriptions.list,
                   "subscriptions/modify": lambda database, body, base, fault: self.subscriptions.modify(
                       database, body, lambda wanted: self.zone(database, wanted))}
        if operation not in actions:
            raise Failure("BAD_REQUEST", "no such operation", 404)
        with self.lock, self.noted(database):
            return actions[operation](database, body, base, fault or {})

    @contextlib.contextmanager
    def noted(self, database):
        """What a write makes of the records is in the history."""
        before = self.live_records(database)
        try:
            yield
        finally:
            self.history.note(before, self.live_records(database))

    def live_records(self, database):
        return {name: record for zone in self.databases[database].values() for name, record in zone.records.items()
                if not record.get("deleted")}

    def zone(self, database, body):
        zone = self.find(database, body.get("zoneID") or {"zoneName": "_defaultZone"})
        if zone is None:
            raise Failure("ZONE_NOT_FOUND", "Zone does not exist")
        if zone.denies == "all":
            raise Failure("ACCESS_DENIED", "this zone is not shared with the user")
        return zone

    def find(self, database, zone_id):
        """The zone of that name and owner; without an owner, the signed-in user's own."""
        name, owner = zone_id.get("zoneName"), zone_id.get("ownerRecordName")
        if owner is None and database == "shared":
            return None
        return next((zone for zone in self.databases[database].values()
                     if zone.name == name and owner in (None, zone.owner)), None)

    def modify(self, database, body, base, fault):
        zone = self.zone(database, body)
        operations = body.get("operations")
        if zone.denies:
            raise Failure("ACCESS_DENIED", "this zone is read-only for the user")
        if not isinstance(operations, list) or not operations:
            raise Failure("BAD_REQUEST", "operations are missing")
        if len(operations) > 200:
            raise Failure("BAD_REQUEST", "more than 200 operations")
        names = [o.get("record", {}).get("recordName") for o in operations]
        if len(set(names)) != len(names):
            raise Failure("BAD_REQUEST", "a record is in the request twice")
        atomic = body.get("atomic", True) and database != "public"
        before = (dict(zone.records), dict(zone.order), zone.sequence)
        entries, failed = [], False
        for operation in operations:
            name = operation.get("record", {}).get("recordName")
            try:
                if fault.get("kind") == "recordError" and fault.get("recordName") in (None, name):
                    more = {k: fault[k] for k in ("retryAfter", "redirectURL") if k in fault}
                    raise Failure(fault["code"], fault.get("reason", "told to fail"), **more)
                entries.append(self.apply(zone, operation, base))
            except Failure as failure:
                failed = True
                entries.append(failure.entry(recordName=name))
        if failed and atomic:
            zone.records, zone.order, zone.sequence = before
            entries = [e if "serverErrorCode" in e else
                       Failure("ATOMIC_ERROR", "another operation failed").entry(recordName=n)
                       for e, n in zip(entries, names)]
        return {"records": entries}

    def apply(self, zone, operation, base, who="_user"):
        kind, given = operation.get("operationType"), operation.get("record", {})
        name = given.get("recordName") or str(uuid.uuid4()).upper()
        if len(name) > 255:
            raise Failure("BAD_REQUEST", "the name is too long")
        live = zone.records.get(name)
        live = live if live and not live.get("deleted") else None
        if kind in ("delete", "forceDelete"):
            return self.delete(zone, name, live, given, kind)
        if kind not in ("create", "update", "forceUpdate", "replace", "forceReplace"):
            raise Failure("BAD_REQUEST", f"unknown operationType {kind}")
        if kind == "create" and live:
            raise Failure("EXISTS", "record to insert already exists")
        if kind in ("update", "replace"):
            if not live:
                raise Failure("NOT_FOUND", "record not found")
            if "recordChangeTag" not in given:
                raise Failure("BAD_REQUEST", "recordChangeTag is missing")
            if given["recordChangeTag"] != live["recordChangeTag"]:
                raise Failure("CONFLICT", "client knowledge is stale")
        type_name = (live or given).get("recordType")
        if not type_name:
            raise Failure("BAD_REQUEST", "recordType is missing")
        if live and given.get("recordType") not in (None, type_name):
            raise Failure("BAD_REQUEST", "a record keeps its type")
        fields = check_fields(self, zone, type_name, given.get("fields") or {}, Failure)
        if live and "eplace" not in kind:
            fields = {**live["fields"], **fields}
        now = self.now()
        stamp = {"timestamp": now, "userRecordName": who, "deviceID": "2"}
        zone.records[name] = {
            "recordName": name, "recordType": type_name,
            "fields": {k: f for k, f in fields.items() if f.get("value") is not None},
            "recordChangeTag": self.tag(), "created": live["created"] if live else stamp, "modified": stamp,
            "deleted": False, "pluginFields": {}, "zoneID": zone.id()}
        zone.touch(name)
        return self.shown(zone.records[name], base)

    def delete(self, zone, name, live, given, kind):
        if not live:
            raise Failure("NOT_FOUND", "record not found")
        if kind == "delete" and given.get("recordChangeTag") != live["recordChangeTag"]:
            raise Failure("CONFLICT", "client knowledge is stale")
        self.bury(zone, name)
        return {"recordName": name, "deleted": True}

    def bury(self, zone, name):
        record = zone.records[name]
        zone.records[name] = {"recordName": name, "recordType": record["recordType"], "deleted": True,
                              "recordChangeTag": self.tag()}
        zone.touch(name)
        for other in list(zone.records.values()):
            if other.get("deleted"):
                continue
            for field in other["fields"].values():
                value = field.get("value")
                if isinstance(value, dict) and value.get("recordName") == name \
                        and value.get("action") == "DELETE_SELF":
                    self.bury(zone, other["recordName"])
                    break

    def lookup(self, database, body, base, fault):
        zone = self.zone(database, body)
        entries = []
        wanted = body.get("records", [])
        if len(wanted) > 200:
            raise Failure("BAD_REQUEST", "more than 200 records")
        for one in wanted:
            record = zone.records.get(one.get("recordName"))
            if not record or record.get("deleted"):
                entries.append(Failure("NOT_FOUND", "Record not found").entry(recordName=one.get("recordName")))
            else:
                entries.append(self.shown(record, base, one.get("desiredKeys", body.get("desiredKeys"))))
        return {"records": entries}

    def query(self, database, body, base, fault):
        zone = self.zone(database, body)
        query = body.get("query") or {}
        wanted = {c.get("systemFieldName") or c.get("fieldName")
                  for c in query.get("filterBy", []) + query.get("sortBy", [])}
        bad = wanted & set(self.options["unindexed"])
        if bad or ("recordName" in self.options["unindexed"] and not query.get("filterBy")):
            raise Failure("BAD_REQUEST", f"Field '{(bad or {'recordName'}).pop()}' is not marked queryable")
        found = [r for r in zone.records.values() if not r.get("deleted")
                 and r["recordType"] == query.get("recordType") and matches(r, query.get("filterBy", []), Failure)]
        if self.options["lag"]:
            newest = sorted(found, key=lambda r: -zone.order[r["recordName"]])[: self.options["lag"]]
            found = [r for r in found if r not in newest]
        found.sort(key=lambda r: sort_key(r, query.get("sortBy", [])))
        start = 0
        if body.get("continuationMarker"):
            last = json.loads(base64.b64decode(body["continuationMarker"]))
            start = sum(1 for r in found if sort_key(r, query.get("sortBy", [])) <= last)
        size = min(body.get("resultsLimit") or 200, 200)
        page = found[start: start + size]
        result = {"records": [self.shown(r, base, body.get("desiredKeys")) for r in page]}
        if start + size < len(found):
            key = sort_key(page[-1], query.get("sortBy", []))
            result["continuationMarker"] = base64.b64encode(json.dumps(key).encode()).decode()
        return result

    def changes(self, database, body, base, fault):
        if database == "public":
            raise Failure("BAD_REQUEST", "the public database has no feed")
        return {"zones": [self.zone_changes(database, one, body, base, fault) for one in body.get("zones", [])]}

    def zone_changes(self, database, one, body, base, fault):
        zone_id = one.get("zoneID", {})
        zone = self.find(database, zone_id)
        if zone and zone.denies == "all":
            return Failure("ACCESS_DENIED", "this zone is not shared with the user").entry(zoneID=zone_id)
        if zone is None or zone.name == "_defaultZone":
            code = "ZONE_NOT_FOUND" if zone is None else "BAD_REQUEST"
            return Failure(code, "Zone does not exist" if zone is None else "no feed here").entry(zoneID=zone_id)
        if fault.get("kind") == "zoneError":
            return Failure(fault["code"], fault.get("reason", "told to fail")).entry(zoneID=zone.id())
        since = 0
        if one.get("syncToken"):
            try:
                name, epoch, sequence = base64.b64decode(one["syncToken"]).decode().split("|")
                since = int(sequence)
                assert name == zone.name and epoch == zone.epoch
            except (ValueError, AssertionError):
                return Failure("BAD_REQUEST", "Unknown sync continuation type").entry(zoneID=zone.id())
        names = sorted((n for n, s in zone.order.items() if s > since), key=lambda n: zone.order[n])
        size = min(body.get("resultsLimit") or 200, 200)
        page = names[:size]
        records = []
        for name in page:
            record = zone.records[name]
            if not record.get("deleted"):
                records.append(self.shown(record, base, one.get("desiredKeys")))
            elif one.get("syncToken"):
                # Who starts from nothing is not told of what went before.
                records.append(self.tombstone(zone, record))
        if fault.get("kind") == "wrongOrder":
            records.reverse()
        more = len(names) > size
        token = zone.token(zone.order[page[-1]] if page else max(since, zone.sequence))
        if fault.get("kind") == "standstill":
            return {"zoneID": zone.id(), "records": [], "moreComing": True, "syncToken": one.get("syncToken") or "x"}
        return {"zoneID": zone.id(), "records": records, "moreComing": True if more else None, "syncToken": token}

    def tombstone(self, zone, record):
        entry = {"recordName": record["recordName"], "deleted": True}
        if self.options["tombstoneType"] == "null":
            entry.update(recordType=None, recordChangeTag=record["recordChangeTag"])
        elif self.options["tombstoneType"] == "string":
            entry.update(recordType=record["recordType"], zoneID=zone.id())
        return entry

    def database_changes(self, database, body, base, fault):
        zones = [{"zoneID": z.id()} for z in self.databases[database].values() if z.name != "_defaultZone"]
        return {"zones": zones, "syncToken": "database-1", "moreComing": False}

    def zones_changes(self, database, body, base, fault):
        # `syncToken` is not this operation's member: it is ignored, as by the real one.
        known = body.get("metaSyncToken") == "meta-1"
        zones = [] if known else [{"zoneID": z.id()} for z in self.databases[database].values()]
        return {"zones": zones, "metaSyncToken": "meta-1", "moreComing": False}

    def add_zone(self, database, name, owner="_owner"):
        return self.databases[database].setdefault(
            (name, owner), Zone(name, owner, lambda zone: self.subscriptions.notify(database, zone)))

    def modify_zones(self, database, body, base, fault):
        entries = []
        for operation in body.get("operations", []):
            zone_id = operation.get("zone", {}).get("zoneID", {})
            name = zone_id.get("zoneName")
            if database != "private" or not name:
                entries.append(Failure("BAD_REQUEST", "no zones can be made here").entry(zoneID=zone_id))
            elif operation.get("operationType") == "create":
                zone = self.add_zone(database, name)
                entries.append({"zoneID": zone.id(), "syncToken": zone.token(zone.sequence), "atomic": True})
            else:
                zone = self.find(database, zone_id)
                if zone:
                    del self.databases[database][name, zone.owner]
                entries.append({"zoneID": zone_id, "deleted": True})
        return {"zones": entries}

    def lookup_zones(self, database, body, base, fault):
        entries = []
        for one in body.get("zones", []):
            zone = self.find(database, one)
            entries.append({"zoneID": zone.id(), "syncToken": zone.token(zone.sequence), "atomic": True} if zone
                           else Failure("ZONE_NOT_FOUND", "Zone does not exist").entry(zoneID=one))
        return {"zones": entries}

    def list_zones(self, database, body, base, fault):
        return {"zones": [{"zoneID": zone.id(), "syncToken": zone.token(zone.sequence), "atomic": True}
                          for zone in self.databases[database].values()]}

    # -- Assets ------------------------------------------------------------------------------

    def upload_tokens(self, database, body, base, fault):
        tokens = []
        for one in body.get("tokens", []):
            token = uuid.uuid4().hex
            self.uploads[token] = one
            tokens.append({"recordName": one.get("recordName"), "fieldName": one.get("fieldName"),
                           "url": f"{base}/upload/{token}"})
        return {"tokens": tokens}

    def receive(self, token, content):
        with self.lock:
            if token not in self.uploads:
                raise Failure("BAD_REQUEST", "this address has expired", 410)
            if len(content) > self.upload_limit:
                raise Failure("QUOTA_EXCEEDED", "the file is too large", 413)
            checksum = base64.b64encode(hashlib.sha1(content).digest()).decode()
            self.assets[checksum] = content
            return {"singleFile": {"fileChecksum": checksum, "size": len(content), "receipt": uuid.uuid4().hex,
                                   "wrappingKey": "wrapped", "referenceChecksum": "reference"}}

    def asset(self, checksum, query):
        moment = float(query.get("until", ["0"])[0])
        return self.assets.get(checksum.replace("-", "+").replace("_", "/")) if moment > time.time() else None

    # -- Help --------------------------------------------------------------------------------

    def shown(self, record, base, keys=None):
        shown = dict(record)
        fields = {}
        for name, field in record["fields"].items():
            if keys is not None and name not in keys:
                continue
            field = dict(field)
            if field.get("type") == "ASSETID":
                value = {k: v for k, v in field["value"].items() if k != "receipt"}
                path = value["fileChecksum"].replace("+", "-").replace("/", "_")
                value["downloadURL"] = f"{base}/asset/{path}?until={time.time() + 600}"
                field["value"] = value
            elif self.options["numbersAsStrings"] and isinstance(field["value"], (int, float)):
                field["value"] = str(field["value"])
            elif field.get("type", "").endswith("_LIST") and self.options["typeless"]:
                field["type"] = "LIST"
            fields[name] = field
        shown["fields"] = fields
        return shown

    def tag(self):
        self.tags += 1
        return f"tag{self.tags:x}"

    def now(self):
        self.clock = max(self.clock + 1, int(time.time() * 1000))
        return self.clock

    # -- What tests arrange ------------------------------------------------------------------

    def arrange_zone(self, value):
        with self.lock:
            database, key = value.get("database", "private"), (value["zone"], value.get("owner", "_owner"))
            if value.get("action") == "remove":
                self.databases[database].pop(key, None)
            elif value.get("action") == "expire":
                self.databases[database][key].epoch = uuid.uuid4().hex[:8]
            else:
                self.add_zone(database, *key).denies = value.get("denies")

    def somebody(self, value, base):
        """Does what another client does, whatever the tags are; answers with the record."""
        database = value.get("database", "private")
        with self.lock, self.noted(database):
            zone = self.databases[database][value.get("zone", "_defaultZone"), value.get("owner", "_owner")]
            operation = {"operationType": value["operationType"], "record": value["record"]}
            return self.apply(zone, operation, base, who="_somebody")

    def keep(self):
        with self.lock:
            zones = {(database, name): (zone.records, zone.order, zone.epoch, zone.sequence)
                     for database, zones in self.databases.items() for name, zone in zones.items()}
            self.kept = copy.deepcopy((zones, self.types, self.assets, self.uploads, self.tags, self.clock))

    def go_back(self):
        with self.lock:
            zones, self.types, self.assets, self.uploads, self.tags, self.clock = copy.deepcopy(self.kept)
            for (database, name), state in zones.items():
                zone = self.databases[database][name]
                zone.records, zone.order, zone.epoch, zone.sequence = state
            self.history = RowHistory()

    def state(self, seen):
        with self.lock:
            zones = {database: {name if owner == "_owner" else f"{name} of {owner}": list(zone.records.values())
                                for (name, owner), zone in zones.items()}
                     for database, zones in self.databases.items()}
            return {"databases": zones, "requests": list(seen), "history": self.history.entries,
                    "assets": {checksum: base64.b64encode(content).decode() for checksum, content in self.assets.items()}}
