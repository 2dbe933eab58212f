import ConsoleData
import JSONKit
import Support
import SyncCore

/// An audit entry as a sentence: who did what to which row.
struct AuditSentence {
  /// The row an entry is about.
  struct RowReference: Equatable {
    let table: String
    let id: String
  }

  let verb: String
  let row: RowReference?
  /// What follows the verb, or the row where there is one.
  let rest: String

  init(_ record: AuditRecord) {
    let action = ConsoleAction(rawValue: record.action)
    guard record.result != .denied || action == nil else {
      self.init("was denied", rest: "\(record.action) at \(record.target)")
      return
    }
    switch action {
    case .rowsEdit, .rowsDelete, .rowsUndelete, .rowsHardDelete, .rowsPurge:
      self = Self.rows(record, Self.verb(record))
    case .queueRetry, .queueCancel: self = Self.queue(record, Self.verb(record))
    case .conflictResolve: self = Self.resolution(record)
    case .userEdit, .accountEdit: self = Self.account(record.target)
    default: self.init(Self.verb(record), rest: Self.object(record, action))
    }
  }

  private init(_ verb: String, row: RowReference? = nil, rest: String = "") {
    self.verb = verb
    self.row = row
    self.rest = rest
  }

  // MARK: - Rows and operations

  /// The target is `TABLE ID` of one row, and `TABLE` or a phrase of several.
  private static func rows(_ record: AuditRecord, _ verb: String) -> AuditSentence {
    let parts = record.target.split(separator: " ", maxSplits: 1).map(String.init)
    guard record.count == 1, parts.count == 2, !parts[0].hasSuffix(","), Int(parts[0]) == nil else {
      let count = record.count.map { "\(Format.count($0, "row")) of " } ?? ""
      let isCounted = record.target.first?.isNumber == true
      return AuditSentence(verb, rest: (isCounted ? "" : count) + record.target)
    }
    return AuditSentence(verb, row: RowReference(table: parts[0], id: parts[1]))
  }

  /// The target is `update 12 of ID in TABLE`, or `retry of 5 operations`.
  private static func queue(_ record: AuditRecord, _ verb: String) -> AuditSentence {
    let target = record.target
    guard let start = target.firstRange(of: " of "),
      let end = target.ranges(of: " in ").last, start.upperBound < end.lowerBound
    else {
      let object = target.firstRange(of: " of ").map { String(target[$0.upperBound...]) } ?? target
      return AuditSentence(verb, rest: object)
    }
    return AuditSentence(
      "\(verb) \(target[..<start.lowerBound]) of",
      row: RowReference(
        table: String(target[end.upperBound...]),
        id: String(target[start.upperBound..<end.lowerBound])))
  }

  /// The target is `CHOICE ID in TABLE`, or a phrase of several conflicts.
  private static func resolution(_ record: AuditRecord) -> AuditSentence {
    let target = record.target
    let parts = target.split(separator: " ", maxSplits: 1).map(String.init)
    guard record.count == 1, parts.count == 2, Int(parts[0]) == nil,
      let end = parts[1].ranges(of: " in ").last
    else { return AuditSentence("resolved", rest: target) }
    return AuditSentence(
      "resolved",
      row: RowReference(
        table: String(parts[1][end.upperBound...]), id: String(parts[1][..<end.lowerBound])),
      rest: ": \(parts[0])")
  }

  // MARK: - Words

  /// `user ann, added` becomes `added user ann`.
  private static func account(_ target: String) -> AuditSentence {
    guard let comma = target.ranges(of: ", ").last else {
      return AuditSentence("changed", rest: target)
    }
    let verb = String(target[comma.upperBound...])
    let isVerb = verb.hasSuffix("ed") || verb.hasSuffix("off")
    return isVerb
      ? AuditSentence(verb, rest: String(target[..<comma.lowerBound]))
      : AuditSentence("changed", rest: target)
  }

  private static func object(_ record: AuditRecord, _ action: ConsoleAction?) -> String {
    switch (action, record.target) {
    case (.schedulePause, _): "the schedule"
    case (.storeEdit, "added"), (.storeEdit, "removed"): "the store"
    case (.storeEdit, "settings"): "the store settings"
    case (.syncRun, "offline"), (.syncRun, "online"): record.target
    case (nil, "sign-in") where record.action == "session.start": ""
    case (nil, let target) where record.action == "session.start": "with \(target)"
    case (_, let target): target
    }
  }

  private static func verb(_ record: AuditRecord) -> String {
    switch ConsoleAction(rawValue: record.action) {
    case .rowsEdit: isNew(record) ? "added" : "edited"
    case .rowsImport: "imported rows into"
    case .rowsDelete: "deleted"
    case .rowsUndelete: "undeleted"
    case .rowsHardDelete: "hard deleted"
    case .rowsPurge: "purged"
    case .queueRetry: "retried"
    case .queueCancel: "cancelled"
    case .syncRun: record.target.hasPrefix("o") ? "went" : "started"
    case .schedulePause: record.target == "pause" ? "paused" : "resumed"
    case .syncReset: "changed a delta token:"
    case .reconcileApply: "applied the reconcile of"
    case .actionUndo: "undid"
    case .storeEdit: storeVerb(record.target)
    case .valuesUnmask: "changed masking:"
    case .viewSave, .viewShare: record.after == nil ? "deleted" : "saved"
    case .sessionEnd: "ended"
    case .export: "exported"
    default: record.action == "session.start" ? signIn(record) : record.action
    }
  }

  private static func isNew(_ record: AuditRecord) -> Bool {
    record.count == 1 && record.before == nil && record.after != nil
      && AuditChange.rows(record).isEmpty
  }

  private static func storeVerb(_ target: String) -> String {
    switch target {
    case "added", "removed": target
    case "settings": "changed"
    default: "tested the"
    }
  }

  private static func signIn(_ record: AuditRecord) -> String {
    record.result == .done ? "signed in" : "failed to sign in"
  }
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
      guard let store = entry.record.store, let row = AuditSentence(entry.record).row else {
        continue
      }
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
