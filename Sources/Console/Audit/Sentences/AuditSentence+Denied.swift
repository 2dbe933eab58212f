import ConsoleData
import Localization

/// The sentence about a request that was denied.
extension AuditSentence {
  /// The target is the address of the request.
  static func ofDenied(_ action: ConsoleAction) -> String {
    localized("\(who) was not allowed to \(action.permission): \(target)")
  }
}

extension ConsoleAction {
  /// What it permits, within a sentence.
  fileprivate var permission: String {
    switch self {
    case .storeOpen: localized("open the store")
    case .export: localized("export rows")
    case .valuesUnmask: localized("show masked values")
    case .auditView: localized("view the audit log")
    case .accountView: localized("view their account")
    case .sessionEnd: localized("end sessions")
    case .accountEdit: localized("change their account")
    case .viewSave: localized("save views")
    case .viewShare: localized("share views")
    case .tableCreate: localized("create tables")
    case .rowsEdit: localized("edit rows")
    case .rowsImport: localized("import rows")
    case .rowsDelete: localized("delete rows")
    case .rowsUndelete: localized("undelete rows")
    case .rowsHardDelete: localized("hard delete rows")
    case .rowsPurge: localized("purge rows")
    case .queueRetry: localized("retry operations")
    case .queueCancel: localized("cancel operations")
    case .conflictResolve: localized("resolve conflicts and rejections")
    case .errorAssign: localized("assign errors")
    case .noteEdit: localized("write notes")
    case .serverView: localized("view rows on the server")
    case .syncRun: localized("run syncs")
    case .schedulePause: localized("pause the schedule")
    case .syncReset: localized("change delta tokens")
    case .reconcileApply: localized("apply a reconcile")
    case .actionUndo: localized("undo actions")
    case .settingsView: localized("view store settings")
    case .storeEdit: localized("change store settings")
    case .backupView: localized("view backups")
    case .backupMake: localized("make backups")
    case .backupRestore: localized("restore backups")
    case .alertView: localized("view alerts")
    case .alertAcknowledge: localized("acknowledge alerts")
    case .alertDeliver: localized("send alert messages")
    case .userView: localized("view users and sessions")
    case .userEdit: localized("change users and API tokens")
    }
  }
}
