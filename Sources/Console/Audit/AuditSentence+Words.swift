import ConsoleData
import JSONKit
import Localization
import SyncCore

/// The sentences of the catalogue, with an ``AuditSentence/Place`` for each name in them.
extension AuditSentence {
  private static let who = Place.who.text
  private static let row = Place.row.text
  private static let target = Place.target.text
  private static let user = Place.assignee.text
  private static let formerUser = Place.formerAssignee.text

  static func text(of record: AuditRecord) -> String {
    let action = record.action
    if let known = ConsoleAction(rawValue: action) {
      return record.result == .denied
        ? localized("\(who) was denied \(action) at \(target)") : text(of: record, known)
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
    case .rowsImport: localized("\(who) imported rows into \(target)")
    case .queueRetry, .queueCancel, .conflictResolve: ofOperations(record, action)
    case .errorAssign: ofAssignment(record)
    case .noteEdit: ofNote(record)
    case .reconcileApply:
      ofRepair(record) ?? localized("\(who) applied the reconcile of \(target)")
    case .syncRun: ofRepair(record) ?? ofSync(record)
    case .syncReset: localized("\(who) changed a delta token: \(target)")
    case .schedulePause:
      record.after?["paused"]?.bool == false
        ? localized("\(who) resumed the schedule") : localized("\(who) paused the schedule")
    case .actionUndo: localized("\(who) undid \(target)")
    case .storeEdit: ofStore(record)
    case .backupMake: localized("\(who) backed up all data to \(target)")
    case .backupRestore: localized("\(who) restored the backup \(target)")
    case .alertAcknowledge: localized("\(who) acknowledged \(target)")
    case .alertDeliver:
      record.after?["choice"] == "discard"
        ? localized("\(who) discarded \(target)") : localized("\(who) sent \(target)")
    case .userEdit: localized("\(who) changed users: \(target)")
    case .accountEdit: localized("\(who) changed the account: \(target)")
    case .sessionEnd:
      record.target == AuditRecord.signOut
        ? localized("\(who) signed out") : localized("\(who) ended \(target)")
    case .viewSave, .viewShare: ofView(record)
    case .valuesUnmask: localized("\(who) changed masking: \(target)")
    case .export: localized("\(who) exported \(target)")
    default: "\(who) \(record.action) \(target)"
    }
  }

  /// Several rows are named by their table or their number.
  private static func ofRows(_ record: AuditRecord, _ action: ConsoleAction) -> String {
    guard record.row == nil else { return ofRow(record, action) }
    let rows = record.count.map { Format.count($0, "row") } ?? localized("rows")
    return switch action {
    case .rowsDelete: localized("\(who) deleted \(rows): \(target)")
    case .rowsUndelete: localized("\(who) undeleted \(rows): \(target)")
    case .rowsHardDelete: localized("\(who) hard deleted \(rows): \(target)")
    case .rowsPurge: localized("\(who) purged \(rows): \(target)")
    default:
      isNew(record)
        ? localized("\(who) added \(rows): \(target)")
        : localized("\(who) edited \(rows): \(target)")
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

  private static func ofOperations(_ record: AuditRecord, _ action: ConsoleAction) -> String {
    let isOfOne = record.row != nil
    return switch action {
    case .queueRetry:
      isOfOne
        ? localized("\(who) retried an operation of \(row)")
        : localized("\(who) retried: \(target)")
    case .queueCancel:
      isOfOne
        ? localized("\(who) cancelled an operation of \(row)")
        : localized("\(who) cancelled: \(target)")
    default:
      isOfOne
        ? localized("\(who) resolved the conflict of \(row)")
        : localized("\(who) resolved: \(target)")
    }
  }

  private static func ofAssignment(_ record: AuditRecord) -> String {
    let isAssigned = record.after?["assignee"]?.isNull == false
    guard record.row != nil else {
      return isAssigned
        ? localized("\(who) assigned to \(user): \(target)")
        : localized("\(who) unassigned: \(target)")
    }
    return switch (isAssigned, record.before?["assignee"]?.string) {
    case (true, nil): localized("\(who) assigned the error of \(row) to \(user)")
    case (true, _):
      localized("\(who) assigned the error of \(row) to \(user), previously \(formerUser)")
    case (false, nil): localized("\(who) unassigned the error of \(row)")
    case (false, _): localized("\(who) unassigned the error of \(row), previously \(formerUser)")
    }
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
    guard let after = record.after else { return localized("\(who) deleted \(target)") }
    let isRenamed = record.before.map { $0["name"] != after["name"] } ?? false
    return isRenamed
      ? localized("\(who) renamed \(target)") : localized("\(who) saved \(target)")
  }

  private static func ofSync(_ record: AuditRecord) -> String {
    guard let isOffline = record.after?["offline"]?.bool else {
      return localized("\(who) started \(target)")
    }
    return isOffline
      ? localized("\(who) took the store offline") : localized("\(who) took the store online")
  }

  /// Testing a connection changes nothing, so there is nothing to undo.
  private static func ofStore(_ record: AuditRecord) -> String {
    guard record.undo != nil else {
      return localized("\(who) tested the connection of the store")
    }
    if record.before == nil { return localized("\(who) added the store") }
    return record.after == nil
      ? localized("\(who) removed the store") : localized("\(who) changed the store settings")
  }
}
