"""The scenarios by their names."""
from scenarios.base import Scenario, new
from scenarios.programs import Accounts, Start
from scenarios.rows import Bulk, Change, Import, Staged, Undo
from scenarios.runs import Pull, Push, Reconcile, Resolve

__all__ = ["SCENARIOS", "Scenario", "new"]

SCENARIOS = {
    "change": Change(), "push": Push(), "pull": Pull(), "resolve": Resolve(), "reconcile": Reconcile(), "import": Import(),
    "bulk": Bulk(), "undo": Undo(), "staged": Staged(), "accounts": Accounts(), "start": Start(),
}
