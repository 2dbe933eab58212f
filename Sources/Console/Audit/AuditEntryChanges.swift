import ConsoleData
import JSONKit
import Localization
import Support
import SyncCore
import TemplateKit

/// The values that an entry changed, for the table on its page.
struct AuditEntryChanges {
  struct Line {
    /// The row, where the entry has the values of several.
    var row: AuditRecord.Row?
    /// The column, or what pages call the value.
    let name: String
    /// Nil where there was none.
    let before: JSONValue?
    let after: JSONValue?
  }

  enum Kind { case columns, settings, other }

  let kind: Kind
  let lines: [Line]

  /// Whether the lines are of several rows.
  var namesRows: Bool { lines.contains { $0.row != nil } }

  /// - Parameter form: The names of settings; nil where stores cannot be changed here.
  init(_ record: AuditRecord, form: StoreForm?) {
    let action = ConsoleAction(rawValue: record.action)
    switch action {
    case .storeEdit?:
      kind = .settings
      lines = Self.settings(record, form)
    case .conflictResolve?, .queueCancel?, .rowsEdit?, .rowsDelete?, .rowsUndelete?,
      .rowsHardDelete?, .rowsPurge?, .rowsImport?:
      kind = .columns
      lines = Self.columns(record)
    default:
      kind = .other
      lines = action.map { Self.others(record, $0) } ?? []
    }
  }

  private static func columns(_ record: AuditRecord) -> [Line] {
    let lines: [Line]
    if let rows = AuditedRows(record) {
      let isOne = rows.only != nil
      lines = rows.rows.flatMap { changed in
        changed.before.names.map { name in
          Line(
            row: isOne ? nil : changed.row, name: name, before: changed.before[name],
            after: changed.after[name])
        }
      }
    } else {
      lines = AuditChange.all(record).map {
        Line(name: $0.column, before: $0.before, after: $0.after)
      }
    }
    return lines.filter { line in
      !SystemColumn.contains(line.name)
        && (line.before ?? .null) != (line.after ?? .null)
    }
  }

  /// Those of a store that was added or removed are in the details alone.
  private static func settings(_ record: AuditRecord, _ form: StoreForm?) -> [Line] {
    guard let before = record.before?.object, let after = record.after?.object else { return [] }
    let form = form ?? StoreForm(kinds: [], sections: [])
    return SettingsChanges(from: before, to: after, form).all.map { change in
      Line(
        name: change.label, before: change.before.map { .string($0) },
        after: change.after.map { .string($0) })
    }
  }

  /// What the sentence does not have.
  private static func others(_ record: AuditRecord, _ action: ConsoleAction) -> [Line] {
    let names: [(member: String, label: String)] =
      switch action {
      case .noteEdit, .alertAcknowledge: [("note", localized("Note"))]
      case .viewSave, .viewShare:
        [
          ("name", localized("Name")), ("query", localized("Query")),
          ("shared", localized("Shared")),
        ]
      default: []
      }
    return names.compactMap { member, label in
      let (before, after) = (record.before?[member], record.after?[member])
      return before == after || after == "" && before == nil
        ? nil : Line(name: label, before: before.map(words), after: after.map(words))
    }
  }

  private static func words(_ value: JSONValue) -> JSONValue {
    value.bool.map { .string($0 ? localized("Yes") : localized("No")) } ?? value
  }

  // MARK: - The table

  /// - Parameter link: To the row of a line, with its name.
  func values(link: (AuditRecord.Row) -> TemplateDictionary) -> TemplateDictionary {
    var values = TemplateDictionary()
    values.set("NAME_HEAD", nameHead)
    values.show("WITH_ROWS", if: namesRows)
    values.add(
      "CHANGE",
      list: lines.map { line in
        var shown = self.shown(line)
        shown.add("OF_ROW", list: line.row.map { [link($0)] } ?? [])
        shown.show("ALONE", if: line.row == nil)
        return shown
      })
    return values
  }

  private var nameHead: String {
    switch kind {
    case .columns: localized("Column")
    case .settings: localized("Setting")
    case .other: localized("Value")
    }
  }

  private func shown(_ line: Line) -> TemplateDictionary {
    let type = ColumnType(of: line.after ?? line.before ?? .null) ?? .text
    let column = Column(line.name, type)
    var shown = TemplateDictionary()
    shown.set(kind == .columns ? "COLUMN" : "LABEL", ifAny: line.name)
    shown.set(kind == .columns ? "LABEL" : "COLUMN", ifAny: nil)
    shown.add("OLD_VALUE", Self.cell(line.before, column))
    shown.add(
      "NEW_VALUE",
      line.after == nil
        ? Self.cell(nil, column)
        : ValueDifference(column: column, before: line.before, after: line.after).values)
    return shown
  }

  private static func cell(_ value: JSONValue?, _ column: Column) -> TemplateDictionary {
    guard let value else {
      var absent = TemplateDictionary()
      absent.add("IS_PLAIN", ["TEXT": "–"])
      return absent
    }
    return Cell(full: value, column).dictionary()
  }
}
