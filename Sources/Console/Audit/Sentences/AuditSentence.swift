import ConsoleData
import JSONKit
import Support

/// An audit entry as a sentence: who did what, to the row where it is about one.
struct AuditSentence {
  enum Part: Equatable {
    case text(String)
    /// Who did it.
    case who
    /// The row that it was done to, the run that it started, or the run that a note was written on.
    case row
  }

  /// What stands in a sentence of the catalogue for what the entry has.
  enum Place: Character {
    case who = "\u{E000}"
    case row = "\u{E001}"
    case target = "\u{E002}"
    /// Who has an error, and who had it before.
    case assignee = "\u{E003}"
    case formerAssignee = "\u{E004}"

    var text: String { String(rawValue) }
  }

  /// In the order of the page's language.
  let parts: [Part]

  /// - Parameters:
  ///   - undone: What it undid; nil for another action.
  ///   - settings: Which settings it changed, as ``AuditedSettings/summary``.
  init(_ record: AuditRecord, undone: AuditRecord? = nil, settings: String? = nil) {
    var (parts, text) = ([Part](), "")
    func add(_ part: Part) {
      if !text.isEmpty { parts.append(.text(text)) }
      text = ""
      parts.append(part)
    }
    let words = Self.text(of: record, undone: undone, settings: settings)
    let namesRow = record.row == nil || words.contains(Place.row.rawValue)
    for character in words {
      switch Place(rawValue: character) {
      case nil: text.append(character)
      case .who?: add(.who)
      case .row?: add(.row)
      case .target?:
        if !namesRow { add(.row) }
        text += record.target
      case .assignee?: text += record.after?["assignee"]?.string ?? ""
      case .formerAssignee?: text += record.before?["assignee"]?.string ?? ""
      }
    }
    if !text.isEmpty { parts.append(.text(text)) }
    self.parts = parts
  }
}

extension AuditRecord {
  /// The action of signing in, which needs no permission.
  static let sessionStart = "session.start"
  /// The target of the action with which somebody ends the own session.
  static let signOut = "sign-out"
  /// The targets of adding a store and of removing one.
  static let storeAdded = "added"
  static let storeRemoved = "removed"
}

extension ConsoleServices {
  /// The names of the rows that these entries are about, by entry; rows that are gone and those of
  /// stores that cannot be used are left out.
  ///
  /// - Parameter undone: What those that undo something undid.
  func rowTitles(of entries: [AuditEntry], undone: [Int64: AuditRecord]) async -> [Int64: String] {
    var subjects: UTF8Dictionary<[(entry: Int64, row: AuditRecord.Row)]> = [:]
    for entry in entries {
      let record = undone[entry.id] ?? entry.record
      guard let store = record.store, let row = record.subject else { continue }
      subjects[store, default: []].append((entry.id, row))
    }
    var titles: [Int64: String] = [:]
    for (store, group) in subjects {
      let known = await names(of: group.map(\.row), in: store)
      for (entry, row) in group { titles[entry] = known[row.table]?[row.id] }
    }
    return titles
  }

  /// The present names of rows, by table and id; rows that are gone are left out, and all of a store
  /// that cannot be used.
  func names(
    of rows: [AuditRecord.Row], in store: String
  ) async -> UTF8Dictionary<UTF8Dictionary<String>> {
    guard let info = stores.store(store), let handle = try? await open(info) else { return [:] }
    var names: UTF8Dictionary<UTF8Dictionary<String>> = [:]
    for (table, group) in UTF8Dictionary(grouping: rows, by: \.table) {
      names[table] = try? await handle.names(table, group.map(\.id))
    }
    return names
  }

  /// The runs that notes were written on, by entry; those that are gone are left out.
  func notedRuns(_ entries: [AuditEntry]) async throws -> [Int64: Run] {
    var runs: [Int64: Run] = [:]
    for entry in entries where entry.record.action == ConsoleAction.noteEdit.rawValue {
      guard let store = entry.record.store,
        let run = NoteSubject.run(target: entry.record.target)
      else { continue }
      runs[entry.id] = try await data.run(run, store: store)
    }
    return runs
  }

  /// What those of these entries undid that undo something, by entry, as `context` may see it.
  func undone(
    by entries: [AuditEntry], _ context: PageContext
  ) async throws -> [Int64: AuditRecord] {
    let numbers = entries.compactMap { entry in
      entry.record.undoneEntry.map { (entry: entry.id, undone: $0) }
    }
    let found = try await data.auditEntries(numbers.map(\.undone))
    var records: [Int64: AuditRecord] = [:]
    for undone in found {
      let record = try await undone.seen(by: context, self).record
      for number in numbers where number.undone == undone.id { records[number.entry] = record }
    }
    return records
  }
}
