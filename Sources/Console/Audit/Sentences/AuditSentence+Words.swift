import ConsoleData
import JSONKit
import Localization
import Support
import SyncCore

/// The sentences of the catalogue, with an ``AuditSentence/Place`` for each name in them.
extension AuditSentence {
  static let who = Place.who.text
  static let row = Place.row.text
  static let target = Place.target.text
  private static let user = Place.assignee.text
  private static let formerUser = Place.formerAssignee.text

  /// - Parameters:
  ///   - undone: What it undid.
  ///   - settings: Which settings it changed.
  static func text(of record: AuditRecord, undone: AuditRecord?, settings: String?) -> String {
    let action = record.action
    if let known = ConsoleAction(rawValue: action) {
      guard record.result != .denied else { return ofDenied(known) }
      return switch known {
      case .actionUndo: ofUndo(undone)
      case .storeEdit: ofStore(record, settings)
      default: text(of: record, known)
      }
    }
    guard action == AuditRecord.sessionStart else { return "\(who) \(action) \(target)" }
    return record.result == .done
      ? localized("\(who) signed in") : localized("\(who) failed to sign in")
  }

  private static func text(of record: AuditRecord, _ action: ConsoleAction) -> String {
    switch action {
    case .rowsEdit, .rowsDelete, .rowsUndelete, .rowsHardDelete, .rowsPurge:
      ofRows(record, action)
    case .tableCreate: localized("\(who) created the table \(target)")
    case .rowsImport: ofImport(record)
    case .queueRetry, .queueCancel, .conflictResolve: ofOperations(record, action)
    case .errorAssign: ofAssignment(record)
    case .noteEdit: ofNote(record)
    case .reconcileApply:
      ofRepair(record) ?? localized("\(who) applied the reconcile of \(target)")
    case .syncRun: ofRepair(record) ?? ofSync(record)
    case .syncReset: ofDeltaToken(record)
    case .schedulePause:
      record.after?["paused"]?.bool == false
        ? localized("\(who) resumed the schedule") : localized("\(who) paused the schedule")
    case .backupMake: localized("\(who) backed up all data to \(target)")
    case .backupRestore: localized("\(who) restored the backup \(target)")
    case .alertAcknowledge: localized("\(who) acknowledged \(target)")
    case .alertDeliver:
      record.after?["choice"] == "discard"
        ? localized("\(who) discarded \(target)") : localized("\(who) sent \(target)")
    case .userEdit: ofAccounts(record)
    case .accountEdit: ofAccount(record)
    case .sessionEnd: ofSession(record)
    case .viewSave, .viewShare: ofView(record)
    case .valuesUnmask: ofMasking(record)
    case .export: localized("\(who) exported \(target)")
    default: "\(who) \(record.action) \(target)"
    }
  }

  private static func ofAssignment(_ record: AuditRecord) -> String {
    let isAssigned = record.after?["assignee"]?.isNull == false
    guard record.row != nil else { return ofAssignments(record, isAssigned: isAssigned) }
    return switch (isAssigned, record.before?["assignee"]?.string) {
    case (true, nil): localized("\(who) assigned the error of \(row) to \(user)")
    case (true, _):
      localized("\(who) assigned the error of \(row) to \(user), previously \(formerUser)")
    case (false, nil): localized("\(who) unassigned the error of \(row)")
    case (false, _): localized("\(who) unassigned the error of \(row), previously \(formerUser)")
    }
  }

  /// Of the errors of a list, with their cause where the list was filtered by it.
  private static func ofAssignments(_ record: AuditRecord, isAssigned: Bool) -> String {
    let errors = Format.count(record.count ?? 0, "error")
    guard let cause = record.after?["cause"]?.string.map({ localized(stored: $0) }) else {
      return isAssigned
        ? localized("\(who) assigned \(errors) to \(user)")
        : localized("\(who) unassigned \(errors)")
    }
    return isAssigned
      ? localized("\(who) assigned \(errors) to \(user): \(cause)")
      : localized("\(who) unassigned \(errors): \(cause)")
  }

  /// Of one row that was compared with the server; nil for what was something else.
  private static func ofRepair(_ record: AuditRecord) -> String? {
    switch record.after?["choice"]?.string.flatMap(RowRepair.init(rawValue:)) {
    case .pullAgain: localized("\(who) pulled \(row)")
    case .insertAgain: localized("\(who) queued another insert of \(row)")
    case .removeHere: localized("\(who) removed the local copy of \(row)")
    case nil: nil
    }
  }

  private static func ofNote(_ record: AuditRecord) -> String {
    let isOnError = record.target.hasPrefix("operation ")
    return switch (record.before, record.after) {
    case (nil, .some):
      isOnError
        ? localized("\(who) added a note to the error of \(row)")
        : localized("\(who) added a note to \(row)")
    case (.some, nil):
      isOnError
        ? localized("\(who) deleted a note on the error of \(row)")
        : localized("\(who) deleted a note on \(row)")
    default:
      isOnError
        ? localized("\(who) edited a note on the error of \(row)")
        : localized("\(who) edited a note on \(row)")
    }
  }

  private static func ofView(_ record: AuditRecord) -> String {
    guard let name = (record.after ?? record.before)?["name"]?.string else {
      return record.after == nil
        ? localized("\(who) deleted \(target)") : localized("\(who) saved \(target)")
    }
    let table = record.tableNames
    guard record.after != nil else {
      return localized("\(who) deleted the view “\(name)” of \(table)")
    }
    let former = record.before?["name"]?.string
    guard let former, former !== name else {
      return localized("\(who) saved the view “\(name)” of \(table)")
    }
    return localized("\(who) renamed the view “\(former)” of \(table) to “\(name)”")
  }

  private static func ofSync(_ record: AuditRecord) -> String {
    guard let isOffline = record.after?["offline"]?.bool else {
      return record.run == nil
        ? localized("\(who) started \(target)") : localized("\(who) started \(row)")
    }
    let store = record.store ?? "?"
    return isOffline
      ? localized("\(who) took the store \(store) offline")
      : localized("\(who) took the store \(store) online")
  }

  /// A store that is being added is not in the configuration yet, but its server has an address.
  private static func ofTest(_ record: AuditRecord) -> String {
    if let store = record.store {
      return localized("\(who) tested the connection of the store \(store)")
    }
    if let address = record.after?["remote"]?["url"]?.string, !address.isEmpty {
      return localized("\(who) tested the connection to \(address)")
    }
    return localized("\(who) tested the connection of a new store")
  }

  /// The target says what was done; the settings themselves are withheld from some readers.
  private static func ofStore(_ record: AuditRecord, _ settings: String?) -> String {
    guard record.target !== AuditRecord.connectionTest else { return ofTest(record) }
    let store = record.store ?? "?"
    if record.target === AuditRecord.storeAdded {
      return localized("\(who) added the store \(store)")
    }
    guard record.target !== AuditRecord.storeRemoved else {
      return localized("\(who) removed the store \(store)")
    }
    guard let settings else { return localized("\(who) changed the settings of \(store)") }
    return localized("\(who) changed the settings of \(store): \(settings)")
  }
}
