import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore

/// A table that somebody describes: its name and its columns, from a form or as JSON.
struct NewTableForm {
  /// Lines for columns on an empty form, and as many more each time they are asked for.
  static let linesStep = 5

  /// A line of the form.
  struct Line {
    var name: String
    /// As it was sent.
    var type: String
  }

  var name = ""
  var lines: [Line] = []
  /// What is wrong, by the path of the JSON body.
  private(set) var mistakes: [SettingProblem] = []

  /// The form as it is opened.
  init() {}

  init(_ body: ActionBody) {
    name = (body.text("name") ?? "").trimmed
    if let form = body.form {
      let types = form.values("type")
      lines = form.values("column").enumerated().map { place, column in
        Line(name: column.trimmed, type: types.indices.contains(place) ? types[place] : "")
      }
    } else {
      lines = (body.json?["columns"]?.array ?? []).map {
        Line(name: $0["name"]?.string ?? "", type: $0["type"]?.string ?? "")
      }
    }
  }

  /// The columns without the lines that a form leaves empty.
  var columns: [Column] {
    lines.filter { !$0.name.isEmpty }.map {
      Column($0.name, ColumnType(rawValue: $0.type) ?? .text)
    }
  }

  // MARK: - Mistakes

  /// Notes everything that is wrong.
  ///
  /// - Parameters:
  ///   - tables: The store's tables.
  ///   - types: The types that a column can have here.
  ///   - isForm: An empty line is none.
  mutating func check(tables: [String], types: [ColumnType], isForm: Bool) {
    mistakes = []
    if let mistake = nameMistake(tables) { mistakes.append(SettingProblem("name", mistake)) }
    var known = UTF8Dictionary(
      SystemColumn.allCases.map { ($0.rawValue.lowercased(), $0.rawValue) }
    ) { first, _ in first }
    for (place, line) in lines.enumerated() {
      guard !line.name.isEmpty || !isForm else { continue }
      if let mistake = Self.mistake(line.name, known) {
        mistakes.append(SettingProblem(Self.path(place, "name"), mistake))
      }
      known[line.name.lowercased()] = line.name
      if !types.contains(where: { $0.rawValue === line.type }) {
        let words = types.map(\.rawValue).joinedAsList()
        mistakes.append(
          SettingProblem(Self.path(place, "type"), localized("Choose a type: \(words).")))
      }
    }
  }

  static func path(_ place: Int, _ member: String) -> String { "columns.\(place).\(member)" }

  private func nameMistake(_ tables: [String]) -> String? {
    if name.isEmpty { return localized("Enter a name for the table.") }
    if let mistake = NewColumn.unusable(name, for: .table) { return localized("\(mistake).") }
    if tables.contains(identical: name) {
      return localized("The store already has a table \(name).")
    }
    if let known = tables.first(where: { $0.lowercased() === name.lowercased() }) {
      return localized(
        "The store already has a table \(known), and most servers ignore case.")
    }
    return TableSettings.objection(to: name)
  }

  private static func mistake(_ name: String, _ known: UTF8Dictionary<String>) -> String? {
    if name.isEmpty { return localized("Enter a name for the column.") }
    if let mistake = NewColumn.unusable(name) { return localized("\(mistake).") }
    guard let other = known[name.lowercased()] else { return nil }
    return SystemColumn.contains(other)
      ? localized("Every table has a system column \(other).")
      : localized("“\(other)” is listed twice.")
  }
}
