"""The scenarios by their names."""
from scenarios.automatic import Live, Scheduled
from scenarios.base import Scenario, new
from scenarios.history import Restore, UndoImport
from scenarios.programs import Accounts, Start
from scenarios.remotes import CloudKitPull, CloudKitPush, CloudKitUpload, ParsePull, ParsePush, ParseUpload
from scenarios.rows import Bulk, Change, Import, Staged, Undo, UndoPushed
from scenarios.runs import Pull, Push, Reconcile, Resolve
from scenarios.settings import RemoveStore, Settings, UndoSettings
from scenarios.tables import Depends, Filtered, Preview

__all__ = ["SCENARIOS", "Scenario", "new"]

SCENARIOS = {
    "change": Change(), "push": Push(), "pull": Pull(), "resolve": Resolve(), "reconcile": Reconcile(), "import": Import(),
    "bulk": Bulk(), "undo": Undo(), "undo-pushed": UndoPushed(), "undo-import": UndoImport(), "staged": Staged(), "restore": Restore(), "accounts": Accounts(),
    "settings": Settings(), "undo-settings": UndoSettings(), "remove-store": RemoveStore(), "start": Start(), "scheduled": Scheduled(), "live": Live(),
    "filtered": Filtered(), "depends": Depends(), "preview": Preview(),
    "parse-push": ParsePush(), "parse-pull": ParsePull(), "parse-upload": ParseUpload(),
    "cloudkit-push": CloudKitPush(), "cloudkit-pull": CloudKitPull(), "cloudkit-upload": CloudKitUpload(),
}
