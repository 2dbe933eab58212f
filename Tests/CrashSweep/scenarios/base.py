"""What a fault interrupts: the rows before, the requests that it meets, what is repeated after it, and what is there in the end.

Each value is unique to the change that wrote it, so that the server's log shows which change took effect, and how often.
"""
from servers import COLUMNS, TABLE, TableServer, base_values

#: More than the service sends in one page.
MANY = [f"s{number:02}" for number in range(60)]


class Scenario:
    #: What the store is on.
    server = TableServer
    #: The tables of the store, and what else its settings have.
    tables, settings = [{"name": TABLE}], {}
    #: Where the faults happen.
    processes = ["console"]
    #: Rows that stay in conflict, with what is here and what is there.
    conflicts = {}
    #: The same of rows that differ without a conflict, such as those that have left the filter of a pull.
    apart = {}
    #: By action, the target and the count of each entry that the audit log has in the end, or the sum of the counts.
    audited = {}

    #: True when the fault may keep the process from starting.
    may_refuse = False
    #: True when it takes longer than others.
    is_slow = False
    #: False when the server has to be started for each point.
    keeps_server = True

    def prepare(self, world):
        """What is there before; the console runs without faults."""

    def prepared(self, world):
        """What is left to do once the console has ended."""

    def ready(self, world):
        """Waits for what the console does by itself before the fault."""

    def act(self, world, process):
        """What the fault meets."""

    def recovered(self, world):
        """Waits for what the program does by itself once there is no fault any more."""

    def left(self, world):
        """What is wrong before anything is repeated, a line each."""
        return []

    def done(self, world):
        """Whether each request of `act` was done, in their order, before anything is repeated."""
        return []

    def again(self, world):
        """What a user does after the fault, for whatever is not done yet."""

    def expected(self):
        """By row, what is on both sides in the end, where it is not as at the beginning."""
        return {}

    def problems(self, world):
        """What else is wrong in the end, a line each."""
        return []


def edited(id, value, column="a"):
    return tuple((base_values(id) | {column: value}).values())


def base(id):
    return tuple(base_values(id).values())


def new(id):
    return {column: f"{id} {column} new" for column in COLUMNS}
