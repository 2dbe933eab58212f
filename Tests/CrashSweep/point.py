"""One fault at one write, and what is left of it."""
import http.client
import pathlib
import shutil
import subprocess
import time

from checks import answered, atomic, settled, undone
from processes import DEADLINE_SECONDS

#: Pushes until an operation whose outcome is unknown has been looked up and sent again.
PUSHES = 4
#: After so long without a write none is made any more.
QUIET_SECONDS = 0.2


class Point:
    def __init__(self, base, scenario, process, folder):
        self.scenario, self.process, self.folder = scenario, process, pathlib.Path(folder)
        self.world = base.copy(folder)
        self.world.inject_into(process)
        self.injector = self.world.injector

    @property
    def target(self):
        """The server that has the faults; none for a command."""
        return None if self.process == "command" else getattr(self.world, self.process)

    def count(self):
        """The kinds of the writes without a fault."""
        try:
            self.act(None, 0, 0)
            return self.injector.kinds
        finally:
            self.close()

    def problems(self, fault, at, seed):
        """What is wrong, a line each."""
        try:
            self.act(fault, at, seed)
            problems = self.recover(fault)
            return problems + self.finish()
        except (AssertionError, OSError, http.client.HTTPException, subprocess.TimeoutExpired) as error:
            time.sleep(1)  # What ends may not have ended yet.
            return [f"{error!r}", *self.ended(lambda status: status is not None)]
        finally:
            self.close()

    def act(self, fault, at, seed):
        self.world.service.start()
        if self.process != "command":
            self.world.console.start()
            self.scenario.ready(self.world)
        self.injector.arm(fault, at, seed)
        self.scenario.act(self.world, self.process)
        self.follow()
        self.injector.disarm()

    def follow(self):
        """Waits for what follows the last answer, such as a checkpoint, or for the fault that meets it."""
        calls = None
        while not self.injector.has_hit and calls != self.injector.calls:
            calls = self.injector.calls
            time.sleep(QUIET_SECONDS)

    def recover(self, fault):
        """What ended is started again; what lives has said what was wrong."""
        target, problems = self.target, []
        if not fault.ends:
            problems += answered(self.world, fault) if self.process != "service" else []
            if target and target.process.poll() is not None and not self.scenario.may_refuse:
                problems += self.ended(lambda status: status is not None)
        elif self.injector.has_hit and target:
            target.process.wait(DEADLINE_SECONDS)
        if self.injector.has_hit and fault.ends:
            for file in self.folder.rglob("*-shm"):
                if fault.name == "power" and self.injector.folder in file.parents:
                    file.unlink()
        if target and target.process.poll() is not None:
            target.prefix = []
            target.start()
        elif not target:
            self.world.console.start()
        self.scenario.recovered(self.world)
        return problems

    def finish(self):
        world = self.world
        problems = atomic(world) + self.scenario.left(world)
        # After a failed sync nobody knows whether a change will be there: SQLite may find it in its log again.
        if not self.injector.has_failed_syncs:
            problems += undone(world, self.scenario)
        self.scenario.again(world)
        for _ in range(PUSHES):
            world.run_when_free("push", {"anyway": True})
            if all(operation["state"] == "conflict" for operation in world.console.queue()):
                break
        world.run_when_free("pull")
        problems += settled(world, self.scenario)
        for server in (world.console, world.service):
            server.stop()
        return problems + self.ended() + world.damaged()

    def ended(self, is_wrong=bool):
        """Servers whose exit status is wrong, with the last that they said."""
        return [
            f"the {server.arguments[0]} ended with {server.process.returncode}: {''.join(server.lines)[-600:]}"
            for server in (self.world.console, self.world.service) if hasattr(server, "process") and is_wrong(server.process.poll())
        ]

    def close(self):
        for process in (self.world.console, self.world.service):
            try:
                if hasattr(process, "process"):
                    process.stop()
            except subprocess.TimeoutExpired:
                process.kill()
        shutil.rmtree(self.folder, ignore_errors=True)
