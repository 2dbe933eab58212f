"""Programs under measurement: started, watched for their memory, and stopped."""

import dataclasses
import os
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time


def free_port():
    """A port of the loopback address that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def memory(pid, field="VmHWM"):
    """A line of the process's status in kB; 0 when it is gone."""
    try:
        with open(f"/proc/{pid}/status") as status:
            found = re.search(rf"{field}:\s+(\d+)", status.read())
    except OSError:
        return 0
    return int(found.group(1)) if found else 0


@dataclasses.dataclass
class Finished:
    """How a program ended."""

    status: int
    seconds: float
    peak_kb: int
    cpu_seconds: float
    output: str


def run(command, log, environment=None, timeout=600):
    """Runs a program to its end, and watches its memory meanwhile."""
    # Not ru_maxrss: that one begins with the size of the process that forked.
    peak, ended = [0], threading.Event()
    with tempfile.TemporaryFile() as output:
        start = time.perf_counter()
        process = subprocess.Popen(
            command, stdout=output, stderr=log, env={**os.environ, **(environment or {})})

        def watch():
            while not ended.is_set():
                peak[0] = max(peak[0], memory(process.pid))
                ended.wait(0.005)

        def kill():
            process.kill()

        watcher, alarm = threading.Thread(target=watch), threading.Timer(timeout, kill)
        watcher.start()
        alarm.start()
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        alarm.cancel()
        ended.set()
        watcher.join()
        output.seek(0)
        text = output.read().decode(errors="replace")
    return Finished(
        process.returncode, seconds, peak[0], usage.ru_utime + usage.ru_stime, text)


class Server:
    """A program that listens on a port until it is stopped."""

    def __init__(self, command, port, log, seconds_to_start=20):
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self.output = tempfile.TemporaryFile()
        self.process = subprocess.Popen(command, stdout=self.output, stderr=log)
        deadline = time.monotonic() + seconds_to_start
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                return
            except OSError:
                if self.process.poll() is not None or time.monotonic() > deadline:
                    self.stop()
                    sys.exit(f"bench: {' '.join(command)} does not listen; see programs.log.")
                time.sleep(0.02)

    def peak_kb(self):
        """The most memory that it has used so far."""
        return memory(self.process.pid)

    def forget_peak(self):
        """Lets `peak_kb` begin anew with what it uses now."""
        # Source: proc(5), /proc/PID/clear_refs.
        with open(f"/proc/{self.process.pid}/clear_refs", "w") as references:
            references.write("5")

    def cpu_seconds(self):
        """The CPU time of all its threads so far."""
        # Source: proc(5), /proc/PID/stat: utime and stime, counted from the end of the name.
        with open(f"/proc/{self.process.pid}/stat") as stat:
            fields = stat.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def wait_until_idle(self, seconds=300):
        """Waits until it is idle: after its start a console fills its search index."""
        deadline = time.monotonic() + seconds
        before = self.cpu_seconds()
        while time.monotonic() < deadline:
            time.sleep(1)
            now = self.cpu_seconds()
            if now - before < 0.03:
                return
            before = now
        raise TimeoutError(f"still busy after {seconds} s")

    def stop(self):
        """Ends it, and returns what it printed."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.output.seek(0)
        return self.output.read().decode(errors="replace")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
