import ConsoleData
import Localization

extension ConsoleAction {
  /// What the filter of the audit log calls it.
  private var title: String {
    switch self {
    case .storeOpen: localized("View stores")
    case .export: localized("Export rows")
    case .valuesUnmask: localized("Show masked values")
    case .auditView: localized("View the audit log")
    case .accountView: localized("View accounts")
    case .sessionEnd: localized("End sessions")
    case .accountEdit: localized("Change accounts")
    case .viewSave: localized("Save views")
    case .viewShare: localized("Share views")
    case .tableCreate: localized("Create tables")
    case .rowsEdit: localized("Edit rows")
    case .rowsImport: localized("Import rows")
    case .rowsDelete: localized("Delete rows")
    case .rowsUndelete: localized("Undelete rows")
    case .rowsHardDelete: localized("Hard delete rows")
    case .rowsPurge: localized("Purge rows")
    case .queueRetry: localized("Retry operations")
    case .queueCancel: localized("Cancel operations")
    case .conflictResolve: localized("Resolve conflicts")
    case .errorAssign: localized("Assign errors")
    case .noteEdit: localized("Edit notes")
    case .serverView: localized("View rows on the server")
    case .syncRun: localized("Sync")
    case .schedulePause: localized("Pause schedules")
    case .syncReset: localized("Change delta tokens")
    case .reconcileApply: localized("Apply reconcile results")
    case .actionUndo: localized("Undo actions")
    case .settingsView: localized("View store settings")
    case .storeEdit: localized("Change store settings")
    case .backupView: localized("View backups")
    case .backupMake: localized("Create backups")
    case .backupRestore: localized("Restore backups")
    case .alertView: localized("View alerts")
    case .alertAcknowledge: localized("Acknowledge alerts")
    case .alertDeliver: localized("Send alert messages")
    case .userView: localized("View users and sessions")
    case .userEdit: localized("Change users and API tokens")
    }
  }

  /// The title of an action as entries keep it; the code itself where it is not known.
  static func title(of code: String) -> String {
    if code == AuditRecord.sessionStart { return localized("Sign in") }
    return ConsoleAction(rawValue: code)?.title ?? code
  }
}

extension AuditNames {
  /// The actions by their titles.
  var actionChoices: [ChoiceMenu.Choice] {
    actions.map { .init($0, ConsoleAction.title(of: $0)) }.sorted { $0.label < $1.label }
  }
}
