"""Zone subscriptions, and the courier that their notifications are fetched from."""

import json
import threading
import uuid

from cloudkit_failure import Failure


class Courier:
    """Keeps each token's notifications until a long poll takes one."""

    def __init__(self):
        self.ready = threading.Condition()
        self.waiting = {}

    def create(self):
        with self.ready:
            token = uuid.uuid4().hex
            self.waiting[token] = None
            return token

    def register(self, token):
        with self.ready:
            if token not in self.waiting:
                raise Failure("BAD_REQUEST", "unknown token")
            self.waiting[token] = []

    def send(self, notification):
        with self.ready:
            for token, queue in self.waiting.items():
                if queue is not None:
                    queue.append(notification)
            self.ready.notify_all()

    def take(self, token, seconds):
        """The oldest notification; empty text when none came, None for a token that is not registered."""
        with self.ready:
            if self.waiting.get(token) is None:
                return None
            self.ready.wait_for(lambda: self.waiting[token], seconds)
            return json.dumps(self.waiting[token].pop(0)) if self.waiting[token] else ""

    def forget(self):
        with self.ready:
            self.waiting.clear()
            self.ready.notify_all()


class Subscriptions:
    def __init__(self):
        self.known = {}
        self.courier = Courier()

    def lookup(self, database, body, *_):
        entries = []
        for one in body.get("subscriptions", []):
            name = one.get("subscriptionID")
            entries.append(self.known.get((database, name)) or Failure(
                "NOT_FOUND", "Subscription not found").entry(subscriptionID=name))
        return {"subscriptions": entries}

    def list(self, database, *_):
        return {"subscriptions": [one for (where, _), one in self.known.items() if where == database]}

    def modify(self, database, body, zone_of):
        entries = []
        for operation in body.get("operations", []):
            wanted = operation.get("subscription", {})
            try:
                if operation.get("operationType") != "create" or wanted.get("subscriptionType") != "zone":
                    raise Failure("BAD_REQUEST", "only zone subscriptions are made here")
                self.add(database, wanted, zone_of(wanted))
                entries.append(wanted)
            except Failure as failure:
                entries.append(failure.entry(subscriptionID=wanted.get("subscriptionID")))
        return {"subscriptions": entries}

    def add(self, database, wanted, zone):
        if zone.name == "_defaultZone":
            raise Failure("BAD_REQUEST", "the default zone has no subscriptions")
        if any(where == database and self.is_of(one, zone) and name != wanted["subscriptionID"]
               for (where, name), one in self.known.items()):
            raise Failure("INTERNAL_ERROR", "duplicate subscription")
        self.known[database, wanted["subscriptionID"]] = wanted

    @staticmethod
    def is_of(subscription, zone):
        zone_id = subscription["zoneID"]
        return zone_id.get("zoneName") == zone.name and zone_id.get("ownerRecordName") in (None, zone.owner)

    def notify(self, database, zone):
        for (where, name), one in self.known.items():
            if where == database and self.is_of(one, zone):
                self.courier.send({"aps": {"content-available": 1}, "ck": {
                    "nid": uuid.uuid4().hex, "cid": "iCloud.com.example.app",
                    "fet": {"sid": name, "zid": zone.name, "zoid": zone.owner, "dbs": 1}}})
