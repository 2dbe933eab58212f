"""Many requests of one kind over kept connections, sent by `bare/load.c`."""

import dataclasses
import statistics

HEADERS = {"Accept": "application/json", "ZUMO-API-VERSION": "2.0.0"}


@dataclasses.dataclass
class Load:
    """What one run of the load came to."""

    rate: float
    p50_ms: float
    p99_ms: float
    bytes_per_second: float


class Loader:
    """Sends requests of one kind to a server."""

    def __init__(self, context, name, connections, method, targets, headers=None, body=None):
        self.context = context
        self.connections = connections
        self.method = method
        self.files = []
        lines = "".join(f"{key}: {value}\r\n" for key, value in (headers or HEADERS).items())
        for kind, text in (("targets", "\n".join(targets)), ("headers", lines), ("body", body)):
            if text is not None:
                path = context.folder / f"{name}.{kind}"
                path.write_text(text, newline="")
                self.files.append(path)

    def run(self, port, seconds=1.5, warm=0.3):
        """Requests per second; ends the benchmark when one of them fails."""
        finished = self.context.run(
            self.context.bare("load"), port, self.connections, warm, seconds, self.method,
            *self.files)
        if finished.status != 0 or finished.output.split()[4] != "0":
            raise SystemExit(f"bench: requests failed: {finished.output}; see programs.log.")
        count, took, p50, p99, _, size = (float(word) for word in finished.output.split())
        return Load(count / took, p50 / 1000, p99 / 1000, size / took)


def median_of(loads, field):
    return statistics.median(getattr(load, field) for load in loads)
