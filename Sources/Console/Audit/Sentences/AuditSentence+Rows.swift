import ConsoleData
import JSONKit
import Localization
import SyncCore

/// The sentences about rows, operations, and what was undone.
extension AuditSentence {
  static func ofRows(_ record: AuditRecord, _ action: ConsoleAction) -> String {
    guard record.subject == nil else { return ofRow(record, action) }
    let (rows, tables) = (rows(record), record.tableNames)
    return switch action {
    case .rowsDelete: localized("\(who) deleted \(rows) of \(tables)")
    case .rowsUndelete: localized("\(who) undeleted \(rows) of \(tables)")
    case .rowsHardDelete: localized("\(who) hard deleted \(rows) of \(tables)")
    case .rowsPurge: localized("\(who) purged \(rows) of \(tables)")
    default:
      isNew(record)
        ? localized("\(who) added \(rows) of \(tables)")
        : localized("\(who) edited \(rows) of \(tables)")
    }
  }

  private static func ofRow(_ record: AuditRecord, _ action: ConsoleAction) -> String {
    switch action {
    case .rowsDelete: localized("\(who) deleted \(row)")
    case .rowsUndelete: localized("\(who) undeleted \(row)")
    case .rowsHardDelete: localized("\(who) hard deleted \(row)")
    case .rowsPurge: localized("\(who) purged \(row)")
    default:
      isNew(record) ? localized("\(who) added \(row)") : localized("\(who) edited \(row)")
    }
  }

  private static func isNew(_ record: AuditRecord) -> Bool {
    record.before == nil && record.after != nil && AuditChange.rows(record).isEmpty
  }

  private static func rows(_ record: AuditRecord) -> String {
    record.count.map { Format.count($0, "row") } ?? localized("rows")
  }

  static func ofImport(_ record: AuditRecord) -> String {
    let (rows, table) = (rows(record), record.tableNames)
    guard let store = store(copied: record) else {
      return localized("\(who) imported \(rows) into \(table)")
    }
    return localized("\(who) copied \(rows) into \(table) from the store \(store)")
  }

  /// Where rows were copied from; nil for an import.
  private static func store(copied record: AuditRecord) -> String? {
    let parts = record.target.split(separator: " from store ")
    return parts.count == 2 ? String(parts[1]) : nil
  }

  static func ofOperations(_ record: AuditRecord, _ action: ConsoleAction) -> String {
    guard record.row == nil else {
      return switch action {
      case .queueRetry: localized("\(who) retried an operation of \(row)")
      case .queueCancel: localized("\(who) cancelled an operation of \(row)")
      default: ofResolution(record)
      }
    }
    guard let operations = operations(record) else {
      return switch action {
      case .queueRetry: localized("\(who) retried: \(target)")
      case .queueCancel: localized("\(who) cancelled: \(target)")
      default: localized("\(who) resolved: \(target)")
      }
    }
    return switch action {
    case .queueRetry: localized("\(who) retried \(operations)")
    case .queueCancel: localized("\(who) cancelled \(operations)")
    default: localized("\(who) resolved \(operations)")
    }
  }

  /// Of one error or conflict; the target begins with the resolution.
  private static func ofResolution(_ record: AuditRecord) -> String {
    switch record.resolution {
    case .keepLocal:
      localized("\(who) resolved the conflict of \(row) with this store’s version")
    case .takeServer:
      localized("\(who) resolved the conflict of \(row) with the server’s version")
    case .merge: localized("\(who) resolved the conflict of \(row) by merging")
    case .retry: localized("\(who) retried an operation of \(row)")
    case .discard: localized("\(who) discarded a change of \(row)")
    case .removeRow: localized("\(who) removed \(row) from this store")
    case nil: localized("\(who) resolved the conflict of \(row)")
    }
  }

  /// How many were decided on; nil where that was not kept.
  private static func operations(_ record: AuditRecord) -> String? {
    guard let asked = record.before?["operations"]?.array?.count, asked > 0 else { return nil }
    let all = Format.count(asked, "operation")
    guard let changed = record.count, changed < asked else { return all }
    return localized("\(Format.number(changed)) of \(all)")
  }

  // MARK: - Undo

  /// - Parameter undone: What was undone; nil where it may not be seen.
  static func ofUndo(_ undone: AuditRecord?) -> String {
    guard let undone, let action = ConsoleAction(rawValue: undone.action) else {
      return localized("\(who) undid an action: \(target)")
    }
    let (what, store) = (undone.target, undone.store ?? "?")
    let (isOfOne, rows, tables) = (undone.subject != nil, rows(undone), undone.tableNames)
    return switch action {
    case .rowsImport: localized("\(who) undid the import of \(rows) into \(tables)")
    case .rowsEdit where isNew(undone):
      isOfOne
        ? localized("\(who) undid the addition of \(row)")
        : localized("\(who) undid the addition of \(rows) of \(tables)")
    case .rowsEdit where isOfOne: localized("\(who) undid the edit of \(row)")
    case .rowsEdit: localized("\(who) undid the edit of \(rows) of \(tables)")
    case .rowsDelete, .rowsHardDelete, .rowsPurge:
      isOfOne
        ? localized("\(who) undid the deletion of \(row)")
        : localized("\(who) undid the deletion of \(rows) of \(tables)")
    case .rowsUndelete where isOfOne: localized("\(who) undid the undelete of \(row)")
    case .rowsUndelete: localized("\(who) undid the undelete of \(rows) of \(tables)")
    case .queueRetry, .queueCancel, .conflictResolve:
      isOfOne
        ? ofUndoneDecision(onRow: undone, action) : ofUndoneDecision(undone, action)
    case .storeEdit: localized("\(who) undid a change of the settings of \(store)")
    case .syncReset: ofUndoneDeltaToken(undone)
    case .syncRun where undone.after?["offline"] == true:
      localized("\(who) took the store \(store) online again")
    case .syncRun where undone.after?["offline"] == false:
      localized("\(who) took the store \(store) offline again")
    default: localized("\(who) undid an action: \(what)")
    }
  }

  private static func ofUndoneDecision(
    onRow undone: AuditRecord, _ action: ConsoleAction
  ) -> String {
    switch (action, undone.resolution) {
    case (.queueRetry, _), (_, .retry?):
      localized("\(who) undid the retry of an operation of \(row)")
    case (.queueCancel, _): localized("\(who) undid the cancellation of an operation of \(row)")
    case (_, .discard?): localized("\(who) undid the discard of a change of \(row)")
    case (_, .removeRow?): localized("\(who) undid the removal of \(row) from this store")
    default: localized("\(who) undid the resolution of the conflict of \(row)")
    }
  }

  private static func ofUndoneDecision(_ undone: AuditRecord, _ action: ConsoleAction) -> String {
    let operations = operations(undone) ?? Format.count(undone.count ?? 1, "operation")
    return switch (action, undone.resolution) {
    case (.queueRetry, _): localized("\(who) undid the retry of \(operations)")
    case (.queueCancel, _): localized("\(who) undid the cancellation of \(operations)")
    case (_, .discard?): localized("\(who) undid the discard of \(operations)")
    case (_, .removeRow?):
      localized("\(who) undid the removal of the rows of \(operations) from this store")
    default: localized("\(who) undid the resolution of \(operations)")
    }
  }
}
