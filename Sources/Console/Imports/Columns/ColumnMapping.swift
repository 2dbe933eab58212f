import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore

/// The column of the table that each column of a file is imported into.
struct ColumnMapping: Sendable {
  enum Target: Sendable, Equatable {
    /// A column of the table, or its `id`.
    case column(String)
    /// A column that the import adds under the name that it has in the file.
    case new(ColumnType)
    case leftOut
  }

  /// Types that a new column can have: those that JSON values have of themselves.
  static let newTypes: [ColumnType] = [.text, .number, .boolean, .json]

  /// By the file's names; a column that is missing here is matched by its name.
  var targets: UTF8Dictionary<Target> = [:]
}

extension ColumnMapping.Target {
  /// A value of ``formValue``; nil for anything else.
  init?(formValue: String) {
    if formValue.isEmpty {
      self = .leftOut
    } else if formValue.hasPrefix("column:") {
      self = .column(String(formValue.dropFirst(7)))
    } else if formValue.hasPrefix("new:"),
      let type = ColumnType(rawValue: "\(formValue.dropFirst(4))")
    {
      self = .new(type)
    } else {
      return nil
    }
  }

  var formValue: String {
    switch self {
    case .column(let name): "column:\(name)"
    case .new(let type): "new:\(type.rawValue)"
    case .leftOut: ""
    }
  }

  /// A column’s name, `{"new":"number"}`, or null; nil for anything else.
  init?(_ json: JSONValue) {
    if json.isNull {
      self = .leftOut
    } else if let name = json.string {
      self = .column(name)
    } else if let type = json["new"]?.string.flatMap(ColumnType.init(rawValue:)) {
      self = .new(type)
    } else {
      return nil
    }
  }

  var json: JSONValue {
    switch self {
    case .column(let name): .string(name)
    case .new(let type): ["new": .string(type.rawValue)]
    case .leftOut: .null
    }
  }
}

/// What can be chosen anew for rows that are kept already.
struct ImportChoices: Sendable {
  /// Nil to leave it as it is.
  var mode: ImportPlan.Mode?
  var key: String?
  var mapping = ColumnMapping()
  var corrections = ImportCorrections()

  /// - Parameter columns: Those of the file, which a form names by their places.
  init(_ request: HTTPRequest, columns: [String]) throws {
    guard request.hasJSONBody else {
      let items = try request.form()
      mode = try items["mode"].map(ImportPlan.Mode.init(named:))
      key = items["key"]
      for (place, name) in columns.enumerated() {
        guard let value = items["to\(place)"] else { continue }
        guard let target = ColumnMapping.Target(formValue: value) else { throw Self.unknown(name) }
        mapping.targets[name] = target
      }
      corrections = try ImportCorrections(items, columns: columns)
      return
    }
    let body = try request.bodyObject()
    mode = try body["mode"]?.string.map(ImportPlan.Mode.init(named:))
    key = body["key"]?.string
    for (name, value) in body["columns"]?.object ?? [:] {
      guard columns.contains(where: { $0 === name }) else {
        throw HTTPError(
          422, localized("The file has no column “\(name)”. Nothing was changed."))
      }
      guard let target = ColumnMapping.Target(value) else { throw Self.unknown(name) }
      mapping.targets[name] = target
    }
    corrections = try ImportCorrections(
      body["corrections"]?.object ?? [:], columns: columns)
  }

  private static func unknown(_ name: String) -> HTTPError {
    HTTPError(
      422,
      localized(
        "“\(name)” can be imported into a column of the table, a new column of a type, or none. "
          + "Nothing was changed."))
  }

  /// What is wrong with the first column that cannot be imported like this; nil when all can.
  func mistake(
    in plan: ImportPlan, _ known: [Column], _ table: String, writeOnly: UTF8Set
  ) -> String? {
    let key = key ?? plan.key
    let own = known.filter { !$0.isSystem }
    guard key == "id" || ImportColumnsPage.keys(of: own, writeOnly).contains(where: { $0 === key })
    else { return localized("Rows of \(table) cannot be matched by \(key).") }
    let names = UTF8Set(own.map(\.name) + ["id"])
    var taken: UTF8Dictionary<String> = [:]
    for name in plan.fileColumns {
      switch mapping.targets[name] ?? plan.targets[name] {
      case .column(let column):
        guard names.contains(column) else {
          return localized(
            "“\(name)” cannot be imported into \(column): \(table) has no such column.")
        }
        if let other = taken.updateValue(name, forKey: column) {
          return localized(
            "“\(other)” and “\(name)” are both imported into \(column). Change one of them.")
        }
      case .new(let type):
        if let mistake = Self.mistake(name, type, NewColumn.Neighbours(names)) {
          return localized("“\(name)” cannot be added to \(table): \(mistake).")
        }
      case .leftOut, nil: break
      }
    }
    return mistake(key, taken)
  }

  private static func mistake(
    _ name: String, _ type: ColumnType, _ neighbours: NewColumn.Neighbours
  ) -> String? {
    if let mistake = neighbours.mistake(name) { return mistake }
    return ColumnMapping.newTypes.contains(type)
      ? nil : localized("a new column cannot have that type")
  }

  /// - Parameter taken: The file's column for each of the table's.
  private func mistake(_ key: String, _ taken: UTF8Dictionary<String>) -> String? {
    guard key != "id" else { return nil }
    if let id = taken["id"] {
      return localized(
        "Rows are matched by \(key), so select “Do not import” for “\(id)”, or match rows by id.")
    }
    guard taken[key] == nil else { return nil }
    return localized(
      "Rows are matched by \(key), so select the column that is imported into \(key).")
  }
}
