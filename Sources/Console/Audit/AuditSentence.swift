import ConsoleData
import JSONKit
import Support
import SyncCore

/// An audit entry as a sentence: who did what, to the row where it is about one.
struct AuditSentence {
  let verb: String
  /// What follows the verb; empty where the row does.
  let object: String

  init(_ record: AuditRecord) {
    let action = ConsoleAction(rawValue: record.action)
    if record.result == .denied, action != nil {
      (verb, object) = ("was denied", "\(record.action) at \(record.target)")
    } else if let action {
      (verb, object) = Self.sentence(record, action)
    } else if record.action == AuditRecord.sessionStart {
      (verb, object) = (record.result == .done ? "signed in" : "failed to sign in", "")
    } else {
      (verb, object) = (record.action, record.target)
    }
  }

  private static func sentence(
    _ record: AuditRecord, _ action: ConsoleAction
  ) -> (String, String) {
    switch action {
    case .rowsEdit: rows(isNew(record) ? "added" : "edited", record)
    case .tableCreate: ("created the table", record.target)
    case .rowsDelete: rows("deleted", record)
    case .rowsUndelete: rows("undeleted", record)
    case .rowsHardDelete: rows("hard deleted", record)
    case .rowsPurge: rows("purged", record)
    case .rowsImport: ("imported rows into", record.target)
    case .queueRetry: operations("retried", "an operation of", record)
    case .queueCancel: operations("cancelled", "an operation of", record)
    case .conflictResolve: operations("resolved", "the conflict of", record)
    case .errorAssign: assignment(record)
    case .noteEdit: (noteVerb(record), "")
    case .reconcileApply:
      repair(record) ?? ("applied the reconcile of", record.target)
    case .syncRun: repair(record) ?? sync(record)
    case .syncReset: ("changed a delta token:", record.target)
    case .schedulePause:
      (record.after?["paused"]?.bool == false ? "resumed" : "paused", "the schedule")
    case .actionUndo: ("undid", record.target)
    case .storeEdit: store(record)
    case .backupMake: ("backed up all data to", record.target)
    case .backupRestore: ("restored the backup", record.target)
    case .alertAcknowledge: ("acknowledged", record.target)
    case .alertDeliver:
      (record.after?["choice"] == "discard" ? "discarded" : "sent", record.target)
    case .userEdit: ("changed users:", record.target)
    case .accountEdit: ("changed the account:", record.target)
    case .sessionEnd:
      record.target == AuditRecord.signOut ? ("signed out", "") : ("ended", record.target)
    case .viewSave, .viewShare: (viewVerb(record), record.target)
    case .valuesUnmask: ("changed masking:", record.target)
    case .export: ("exported", record.target)
    default: (record.action, record.target)
    }
  }

  private static func assignment(_ record: AuditRecord) -> (String, String) {
    let verb = record.after?["assignee"]?.isNull == false ? "assigned" : "unassigned"
    let user = record.after?["assignee"]?.string.map { " to \($0)" } ?? ""
    let old = record.before?["assignee"]?.string.map { ", before \($0)" } ?? ""
    return record.row == nil
      ? ("\(verb)\(user):", record.target) : ("\(verb) the error of", user + old)
  }

  /// Of one row that was compared with the server; nil for what was something else.
  private static func repair(_ record: AuditRecord) -> (String, String)? {
    switch record.after?["choice"]?.string.flatMap(RowRepair.init(rawValue:)) {
    case .pullAgain: ("pulled", "")
    case .insertAgain: ("queued another insert of", "")
    case .removeHere: ("removed here", "")
    case nil: nil
    }
  }

  private static func noteVerb(_ record: AuditRecord) -> String {
    let verb =
      switch (record.before, record.after) {
      case (nil, .some): "added a note to"
      case (.some, nil): "deleted a note on"
      default: "edited a note on"
      }
    return record.target.hasPrefix("operation ") ? "\(verb) the error of" : verb
  }

  private static func viewVerb(_ record: AuditRecord) -> String {
    guard let after = record.after else { return "deleted" }
    return record.before.map { $0["name"] != after["name"] } ?? false ? "renamed" : "saved"
  }

  /// Several rows, which the target names by their table or their number.
  private static func rows(_ verb: String, _ record: AuditRecord) -> (String, String) {
    guard record.row == nil else { return (verb, "") }
    let count = record.count.map { Format.count($0, "row") } ?? "rows"
    return ("\(verb) \(count):", record.target)
  }

  private static func operations(
    _ verb: String, _ one: String, _ record: AuditRecord
  ) -> (String, String) {
    record.row == nil ? ("\(verb):", record.target) : ("\(verb) \(one)", "")
  }

  private static func isNew(_ record: AuditRecord) -> Bool {
    record.before == nil && record.after != nil && AuditChange.rows(record).isEmpty
  }

  private static func sync(_ record: AuditRecord) -> (String, String) {
    guard let isOffline = record.after?["offline"]?.bool else { return ("started", record.target) }
    return (isOffline ? "took the store offline" : "took the store online", "")
  }

  /// Testing a connection changes nothing, so there is nothing to undo.
  private static func store(_ record: AuditRecord) -> (String, String) {
    guard record.undo != nil else { return ("tested", "the connection of the store") }
    if record.before == nil { return ("added", "the store") }
    return record.after == nil ? ("removed", "the store") : ("changed", "the store settings")
  }
}

extension AuditRecord {
  /// The action of signing in, which needs no permission.
  static let sessionStart = "session.start"
  /// The target of the action with which somebody ends the own session.
  static let signOut = "sign-out"
}

extension ConsoleServices {
  /// The names of the rows that these entries are about, by entry; rows that are gone and those of
  /// stores that cannot be used are left out.
  func rowTitles(of entries: [AuditEntry]) async -> [Int64: String] {
    struct Group {
      var store: String
      var table: String
      var rows: [(entry: Int64, id: String)] = []
    }
    var groups: UTF8Dictionary<Group> = [:]
    for entry in entries {
      guard let store = entry.record.store, let row = entry.record.row else { continue }
      let key = "\(store)/\(row.table)"
      var group = groups[key] ?? Group(store: store, table: row.table)
      group.rows.append((entry.id, row.id))
      groups[key] = group
    }
    var titles: [Int64: String] = [:]
    for (_, group) in groups {
      guard let info = stores.store(group.store), let store = try? await open(info),
        let names = try? await store.names(group.table, group.rows.map(\.id))
      else { continue }
      for row in group.rows { titles[row.entry] = names[row.id] }
    }
    return titles
  }
}
