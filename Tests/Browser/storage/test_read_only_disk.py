"""A disk that becomes read-only while the console runs, as Linux makes it after an error of the file system."""
import os
import pathlib
import shutil
import subprocess

import pytest

from processes import Console, Service

TOOLS = ["mkfs.ext4", "e2fsck", "mount", "umount"]
pytestmark = pytest.mark.skipif(
    os.geteuid() != 0 or not all(map(shutil.which, TOOLS)) or not os.path.exists("/dev/loop-control"), reason="a disk of its own needs root")


class Disk:
    """A file system in a file, mounted on a folder."""

    def __init__(self, folder):
        self.image, self.folder = folder / "disk.img", folder / "disk"
        self.folder.mkdir()
        self.image.touch()
        os.truncate(self.image, 64 << 20)
        subprocess.run(["mkfs.ext4", "-q", "-O", "^orphan_file", self.image], check=True)

    def __enter__(self):
        if subprocess.run(["mount", "-o", "loop,errors=remount-ro", self.image, self.folder], capture_output=True).returncode:
            pytest.skip("this machine mounts no files")
        return self

    def __exit__(self, *_):
        subprocess.run(["umount", self.folder], check=True)

    def fail(self):
        """The kernel remounts it read-only, though files are open for writing."""
        source = subprocess.run(["findmnt", "-no", "SOURCE", self.folder], check=True, capture_output=True, text=True).stdout.strip()
        trigger = pathlib.Path(f"/sys/fs/ext4/{pathlib.Path(source).name}/trigger_fs_error")
        if not trigger.exists():
            pytest.skip("this kernel has no errors to trigger")
        trigger.write_text("test")

    def check(self):
        """What its owner does while it is not mounted."""
        done = subprocess.run(["e2fsck", "-fy", self.image], capture_output=True, text=True)
        assert done.returncode in (0, 1), done.stdout


def test_a_disk_that_becomes_read_only_is_named_and_nothing_is_lost(tmp_path):
    disk = Disk(tmp_path)
    with Service(tmp_path / "service.sqlite") as service:
        for id in ("a", "b"):
            service.insert("Note", {"id": id, "text": "from the server"})
        with disk:
            data = disk.folder / "data"
            with Console.with_store(data, service, tables=[{"name": "Note"}]) as console:
                # The settings are the test's own, which nobody else brings to the disk.
                subprocess.run(["sync", "-f", data], check=True)
                console.run("pull")
                console.post("/s/todo/t/Note/r/a", {"values": {"text": "before"}})
                disk.fail()
                refused(console, data)
                assert console.process.poll() is None
            assert console.process.returncode == 0, console.lines
        disk.check()
        with disk, console:
            assert console.get("/s/todo/t/Note/r/a.json")["values"]["text"] == "before"
            console.post("/s/todo/t/Note/r/b", {"values": {"text": "after"}})
            assert console.run("push")["pushed"] == 2
            assert {id: row["text"] for id, row in service.rows("Note").items()} == {"a": "before", "b": "after"}


def refused(console, data):
    """Changes and runs are refused with the reason; pages are served."""
    for path, body in [("/s/todo/t/Note/r/b", {"values": {"text": "lost"}}), ("/s/todo/t/Note/r/b/delete", {}), ("/s/todo/push", {})]:
        status, _, answer = console.request("POST", path, body)
        assert (status, answer["error"]["code"]) == (503, "file_read_only"), (path, status, answer)
        assert f"{data}/" in answer["error"]["message"] and "can only be read" in answer["error"]["message"]
        assert "mount the file system for writing" in answer["error"]["message"]
    assert console.rows("Note")["b"]["values"]["text"] == "from the server"
    for path in ("/", "/s/todo", "/s/todo/t/Note", "/s/todo/queue", "/audit"):
        assert console.request("GET", path, headers={"Accept": "text/html"})[0] == 200, path
