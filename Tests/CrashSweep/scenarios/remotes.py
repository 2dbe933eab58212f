"""Stores on Parse Server and CloudKit, which the faults do not meet."""
import base64

from scenarios.base import MANY, Scenario, edited, new
from scenarios.runs import Run
from servers import TABLE, CloudKitServer, ParseServer
from world import FILE, ROWS

CONTENT = base64.b64encode(b"GIF89a" + bytes(20)).decode()
UPLOAD = {"name": "picture.gif", "base64": CONTENT}


class RemotePush(Run):
    """Two inserts, two edits, a delete, a file and a conflict."""

    kind = "push"
    processes = ["console", "command"]
    conflicts = {"n5": (edited("n5", "here"), edited("n5", "there"))}

    def prepare(self, world):
        for name in ("m0", "m1"):
            world.insert(name, new(name))
        for id in ("n0", "n1"):
            world.change(id, {"a": f"{id} edited"})
        world.console.post(f"{ROWS}/r/n2/delete")
        world.console.post("/s/todo/offline", {"offline": True})
        world.console.post(f"{ROWS}/r/n3/file/{FILE}", UPLOAD)
        world.console.post("/s/todo/offline", {"offline": False})
        world.change("n5", {"a": "here"})
        world.service.change(TABLE, "n5", {"a": "there"})

    def expected(self):
        rows = {id: tuple(new(id).values()) for id in ("m0", "m1")} | {id: edited(id, f"{id} edited") for id in ("n0", "n1")}
        return rows | {"n2": "deleted"}

    def problems(self, world):
        return [] if world.service.file("n3", FILE) == CONTENT else ["the file of n3 is not on the server"]


class RemotePull(Run):
    """Many new rows, an edit, and an edit of a row that was edited here, too."""

    kind = "pull"
    processes = ["console", "command"]
    conflicts = {"n5": (edited("n5", "here"), edited("n5", "there"))}

    def prepare(self, world):
        for id in MANY:
            world.service.insert(TABLE, {"id": id} | new(id))
        world.service.change(TABLE, "n0", {"a": "n0 there"})
        world.change("n5", {"a": "here"})
        world.service.change(TABLE, "n5", {"a": "there"})

    def expected(self):
        return {id: tuple(new(id).values()) for id in MANY} | {"n0": edited("n0", "n0 there")}


class Upload(Scenario):
    """A file that is uploaded while the store is offline, and one while it is not; then a push."""

    rows = ["n0", "n1"]

    def prepare(self, world):
        world.console.post("/s/todo/offline", {"offline": True})

    def act(self, world, process):
        self.upload(world, self.rows[0])
        if world.act("/s/todo/offline", {"offline": False})[0] == 200:
            self.upload(world, self.rows[1])
            world.run("push")

    @staticmethod
    def upload(world, id):
        if world.act(f"{ROWS}/r/{id}/file/{FILE}", UPLOAD)[0] == 200:
            world.uploaded.add(id)

    def left(self, world):
        """What was acknowledged is queued, or on the server."""
        queued = world.queue()
        return [f"the file of {id} was acknowledged and is lost" for id in sorted(world.uploaded)
                if id not in queued and world.service.file(id, FILE) != CONTENT]

    def again(self, world):
        world.console.post("/s/todo/offline", {"offline": False})
        queued = world.queue()
        for id in self.rows:
            if id not in queued and world.service.file(id, FILE) != CONTENT:
                world.console.post(f"{ROWS}/r/{id}/file/{FILE}", UPLOAD)

    def problems(self, world):
        return [f"the file of {id} is not on the server" for id in self.rows if world.service.file(id, FILE) != CONTENT]


class ParsePush(RemotePush):
    server = ParseServer


class ParsePull(RemotePull):
    server = ParseServer


class ParseUpload(Upload):
    server = ParseServer


class CloudKitPush(RemotePush):
    server = CloudKitServer


class CloudKitPull(RemotePull):
    server = CloudKitServer


class CloudKitUpload(Upload):
    server = CloudKitServer
