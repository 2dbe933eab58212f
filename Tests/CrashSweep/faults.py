"""Faults at a chosen file write of a program: the end of the process, power loss, a full disk, an error of the disk,
a file system that can only be read, a set clock."""
import ctypes
import mmap
import os
import pathlib
import shutil
import subprocess

from processes import ROOT

SOURCE = pathlib.Path(__file__).with_name("faults.c")
LIBRARY = ROOT / ".build/crash-sweep/faults.so"
KINDS = ["write", "sync", "truncate", "create", "unlink", "rename"]
COUNT, KILL, TEAR, POWER, FAIL_FROM, FAIL_ONCE, SET_CLOCK = range(7)
ENOSPC, EIO, EROFS = 28, 5, 30
DAY_SECONDS = 86_400
MEMORY_BYTES = 1 << 30


class Fault:
    """What happens at the chosen write."""

    def __init__(self, name, mode, error=0, jump=0):
        self.name, self.mode, self.error, self.jump = name, mode, error, jump

    def differs_at(self, kind):
        """False for a call that it does not meet itself, so that another fault or its next call is the same."""
        if self.mode == TEAR:
            return kind == "write"
        if self.mode in (FAIL_FROM, FAIL_ONCE) and self.error != EROFS:
            return kind in (("write", "create") if self.error == ENOSPC else ("write", "sync", "truncate", "create"))
        return True

    @property
    def ends(self):
        """True when the process does not live on."""
        return self.mode in (KILL, TEAR, POWER)


#: Those that matter most come first.
FAULTS = {
    fault.name: fault for fault in [
        Fault("kill", KILL), Fault("power", POWER), Fault("full", FAIL_FROM, ENOSPC), Fault("tear", TEAR),
        Fault("error", FAIL_FROM, EIO), Fault("read-only", FAIL_FROM, EROFS), Fault("error-once", FAIL_ONCE, EIO),
        Fault("day-later", SET_CLOCK, jump=DAY_SECONDS), Fault("day-earlier", SET_CLOCK, jump=-DAY_SECONDS),
    ]
}


class Control(ctypes.Structure):
    """`struct control` of faults.c."""

    _fields_ = [
        ("armed", ctypes.c_uint32), ("mode", ctypes.c_uint32), ("at", ctypes.c_uint64), ("calls", ctypes.c_uint64),
        ("hits", ctypes.c_uint64), ("seed", ctypes.c_uint64), ("error", ctypes.c_uint32), ("clock_jump", ctypes.c_int32),
        ("clock_offset", ctypes.c_int32), ("failed_syncs", ctypes.c_uint32),
        ("kinds", ctypes.c_uint64 * len(KINDS)), ("hit_call", ctypes.c_char * 256),
        ("kind_of", ctypes.c_uint8 * 3000),
    ]


def memory():
    """A folder in memory, as syncs cost nothing there; a power loss is simulated. None for the usual one."""
    folder = pathlib.Path("/dev/shm")
    return folder if folder.is_dir() and shutil.disk_usage(folder).free > MEMORY_BYTES else None


def is_available():
    return shutil.which("cc") is not None


def library():
    """Built when it is older than its source."""
    if not LIBRARY.exists() or LIBRARY.stat().st_mtime < SOURCE.stat().st_mtime:
        LIBRARY.parent.mkdir(parents=True, exist_ok=True)
        own = LIBRARY.with_name(f"faults-{os.getpid()}.so")
        subprocess.run(
            ["cc", "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", own, SOURCE, "-ldl"], check=True)
        own.rename(LIBRARY)
    return LIBRARY


class Injector:
    """Switches faults on and off in the programs that `prefix` starts."""

    def __init__(self, folder, file):
        """`folder`: writes below it count; `file`: what this process and the programs share."""
        self.folder, self.file = pathlib.Path(folder).resolve(), pathlib.Path(file)
        self.file.write_bytes(bytes(mmap.PAGESIZE))
        with open(self.file, "r+b") as opened:
            self.map = mmap.mmap(opened.fileno(), mmap.PAGESIZE)
        self.control = Control.from_buffer(self.map)

    @property
    def prefix(self):
        return [
            "env", f"LD_PRELOAD={library()}", f"SYNCLINE_FAULTS={self.file}", f"SYNCLINE_FAULTS_BELOW={self.folder}",
        ]

    def arm(self, fault=None, at=0, seed=0):
        """From now on writes are counted from 1; at number `at` the fault happens. Without a fault they are counted alone."""
        control = self.control
        control.calls = control.hits = control.failed_syncs = 0
        control.hit_call = b""
        control.kinds[:] = [0] * len(KINDS)
        control.mode, control.error, control.clock_jump = (fault.mode, fault.error, fault.jump) if fault else (COUNT, 0, 0)
        control.at, control.seed = at, seed
        control.armed = 1

    def disarm(self):
        self.control.armed = 0

    @property
    def calls(self):
        return self.control.calls

    @property
    def kinds(self):
        """Of each call, in order."""
        return [KINDS[kind] for kind in self.control.kind_of[:self.calls]]

    @property
    def has_hit(self):
        return self.control.hits > 0

    @property
    def has_failed_syncs(self):
        return self.control.failed_syncs > 0

    @property
    def hit_call(self):
        return self.control.hit_call.decode(errors="replace")
