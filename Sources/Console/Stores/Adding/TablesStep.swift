import JSONKit
import Localization
import Support
import SyncCore
import TemplateKit

/// The third step: which tables the store has, and how a row of each is deleted.
struct TablesStep {
  let fields: SettingsFields
  /// The tables of the server and those that were named; the latter alone where it was not asked.
  let tables: [RemoteTable]
  /// Nil when the server was not asked.
  let test: ConnectionTest?
  /// Named tables that the server says it does not have.
  private let unlisted: UTF8Set

  init(fields: SettingsFields, tables: [RemoteTable] = [], test: ConnectionTest? = nil) {
    self.fields = fields
    let named = fields.draft.tables.map(\.name)
    let found = UTF8Set(tables.map(\.name))
    let others = named.filter { !found.contains($0) }.map { RemoteTable(name: $0, columns: []) }
    self.tables = test == nil ? others : (tables + others).sorted { $0.name < $1.name }
    self.test = test
    unlisted = UTF8Set(test?.unlisted ?? [])
  }

  private static let usualMinutes = "15"

  var values: TemplateDictionary {
    let (draft, minutes) = (fields.draft, fields.draft[Schedule.intervalSetting])
    var values: TemplateDictionary = [
      "STORE": draft["name"], "ADDRESS": draft["remote.url"],
      "FOUND": found, "ABILITIES": test?.abilities ?? "",
      "MINUTES": minutes.isEmpty ? Self.usualMinutes : minutes,
    ]
    fields.addMistakes(to: &values)
    values.show("TESTED", if: test != nil)
    values.show("UNTESTED", if: test == nil && fields.problems.isEmpty)
    values.add("WARNING", list: (test?.checks ?? []).filter { $0.result == .warn }.map(warning))
    values.add("KEPT", list: kept)
    values.add("TABLES", list: tables.isEmpty ? [] : [list])
    values.show("NO_TABLES", if: tables.isEmpty)
    return values
  }

  /// How many tables the server has, and how long the test took.
  private var found: String {
    let tableCount = Format.count(test?.tables?.count ?? 0, "table")
    guard let milliseconds = test?.milliseconds else { return localized("\(tableCount) found.") }
    let duration = Format.duration(milliseconds: milliseconds)
    return localized("\(tableCount) found in \(duration).")
  }

  private func warning(_ finding: ProbeFinding) -> TemplateDictionary {
    let isUnlisted = unlisted.contains(finding.check)
    let sentences = [finding.evidence] + (isUnlisted ? [localized("It is not selected.")] : [])
    return ["CHECK": finding.check, "EVIDENCE": sentences.joinedAsSentences()]
  }

  /// What was typed in the steps before.
  private var kept: [TemplateDictionary] {
    var settings = fields.draft.settings
    settings["tables"] = nil
    return SettingsDraft.leaves(.object(settings)).filter { $0.path != Schedule.intervalSetting }
      .map { ["PATH": $0.path, "VALUE": $0.text] }
  }

  private var list: TemplateDictionary {
    let chosen = UTF8Set(fields.draft.tables.map(\.name))
    var list = TemplateDictionary()
    list.show("COUNTED", if: areCounted)
    list.add(
      "TABLE",
      list: tables.enumerated().map { index, table in
        row(
          table, "tables.\(index).",
          isChosen: !unlisted.contains(table.name)
            && (chosen.isEmpty || chosen.contains(table.name)))
      })
    return list
  }

  private var areCounted: Bool { tables.contains { $0.rowCount != nil } }

  private func row(
    _ table: RemoteTable, _ prefix: String, isChosen: Bool
  ) -> TemplateDictionary {
    var row: TemplateDictionary = [
      "PREFIX": prefix, "NAME": table.name, "FIELD_ID": SettingsFields.id(prefix + "name"),
      "COLUMNS": table.columns.isEmpty
        ? "–"
        : (table.columns.prefix(8).map(\.name) + (table.columns.count > 8 ? ["…"] : []))
          .joinedAsList(),
    ]
    row.show("CHOSEN", if: isChosen)
    row.show("UNLISTED", if: unlisted.contains(table.name))
    row.add(
      "COUNT",
      list: areCounted ? [["ROWS": table.rowCount.map { Format.number($0) } ?? "–"]] : [])
    let all = deletions(table)
    let selected = typedDeletion(table) ?? usualDeletion(table)
    row.add(
      "DELETION",
      list: (all + (all.contains(selected) ? [] : [selected])).map { choice in
        var option: TemplateDictionary = ["VALUE": choice.text, "LABEL": label(choice)]
        option.show("SELECTED", if: choice == selected)
        return option
      })
    return row
  }

  // MARK: - Deleting

  private func deletions(_ table: RemoteTable) -> [DeletionChoice] {
    let own = fields.kind?.ownDeletion == nil ? [] : [DeletionChoice(.system)]
    let columns = table.columns.compactMap { column -> DeletionChoice? in
      switch column.type {
      case .boolean: DeletionChoice(.flag, column: column.name)
      case .date: DeletionChoice(.date, column: column.name)
      case .text, .number, .json, .file: nil
      }
    }
    return own + columns + [DeletionChoice(.none)]
  }

  /// What was chosen for the table before, which need not be among the columns that are known.
  private func typedDeletion(_ table: RemoteTable) -> DeletionChoice? {
    fields.draft.tables.first { $0.name === table.name && $0.settings["softDelete"] != nil }
      .map { DeletionChoice($0.deletion, column: $0.deletionColumn) }
  }

  /// Names of columns that apps use for a soft delete of their own.
  private static let usualNames: [String] = [
    "deleted", "isdeleted", "is_deleted", "deletedat", "deleted_at",
  ]

  private func usualDeletion(_ table: RemoteTable) -> DeletionChoice {
    let all = deletions(table)
    if let first = all.first, first.kind == .system { return first }
    return all.first { Self.usualNames.contains($0.column.lowercased()) }
      ?? DeletionChoice(.none)
  }

  private func label(_ choice: DeletionChoice) -> String {
    switch choice.kind {
    case .system: localized("Server default")
    case .flag: choice.column
    case .date: localized("\(choice.column) (date)")
    case .none: localized("None (hard delete)")
    }
  }
}
