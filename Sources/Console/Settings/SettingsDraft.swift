import HTTPKit
import JSONKit
import Support

/// A store's settings while somebody writes them: what was typed stays, right or wrong.
struct SettingsDraft: Sendable, Equatable {
  var settings: JSONObject

  init(_ settings: JSONObject) { self.settings = settings }

  /// The kind of remote that the form asks for.
  var kind: String { self["remote.kind"] }

  /// The setting as its field shows it; empty when it is left out.
  subscript(path: String) -> String {
    switch value(at: path) {
    case nil, .null?: ""
    case .string(let text)?: text
    case let other?: other.serializedText
    }
  }

  /// The setting as it is stored; nil when it is left out.
  func value(at path: String) -> JSONValue? {
    var value: JSONValue? = .object(settings)
    for name in path.split(separator: ".") { value = value?[String(name)] }
    return value
  }

  // MARK: - From a form

  /// Lays what a form says over `base`; members that the form does not ask for stay.
  init(_ form: QueryItems, over base: JSONObject, description: StoreForm) {
    settings = base
    set("name", form["name"].map { .string($0.trimmed) })
    set("environment", form["environment"].map { .string($0.trimmed) })
    set("timeZone", form["timeZone"].map { .string($0.trimmed) })
    let kind = form["remote.kind"] ?? self.kind
    set("remote.kind", .string(kind))
    let remote = description.kinds.first { $0.kind == kind }
    let fields = (remote?.fields ?? []) + (remote?.laterFields ?? [])
    for field in fields + description.sections.flatMap(\.fields) { take(field, form) }
    takeTables(form, base["tables"]?.array ?? [], remote?.tableFields ?? [])
    if let names = form[Self.tableNames] { takeTables(named: names) }
  }

  private mutating func take(_ field: SettingField, _ form: QueryItems) {
    guard field.control != .secret else {
      for path in [field.path + "Env", field.path + "File"] {
        set(path, form[path].map { .string($0.trimmed) })
      }
      return
    }
    guard let text = form[field.path]?.trimmed else { return }
    switch field.control {
    case .number: set(field.path, Int64(text).map { .integer($0) } ?? .string(text))
    case .flag: set(field.path, text.isEmpty ? "" : .bool(text == "true"))
    case .json: set(field.path, (try? JSONValue(parsing: text)) ?? .string(text))
    case .text, .choice, .secret: set(field.path, .string(text))
    }
  }

  /// Sets one member; an empty text leaves it out, and an object that is left empty too.
  private mutating func set(_ path: String, _ value: JSONValue?) {
    guard let value else { return }
    settings = Self.set(path.split(separator: ".").map(String.init)[...], value, in: settings)
  }

  private static func set(
    _ path: ArraySlice<String>, _ value: JSONValue, in object: JSONObject
  ) -> JSONObject {
    guard let name = path.first else { return object }
    var object = object
    if path.count == 1 {
      // Nil alone would be JSON's null here.
      object[name] = value == "" ? Optional.none : value
      return object
    }
    let inner = set(path.dropFirst(), value, in: object[name]?.object ?? JSONObject())
    object[name] = inner.isEmpty ? nil : .object(inner)
    return object
  }

  private mutating func takeTables(
    _ form: QueryItems, _ known: [JSONValue], _ fields: [SettingField]
  ) {
    let numbers = Self.numbers(of: "tables.", in: form)
    guard !numbers.isEmpty else { return }
    let tables = numbers.compactMap { number -> JSONValue? in
      let prefix = "tables.\(number)."
      guard form["\(prefix)remove"] == nil,
        form["\(prefix)listed"] == nil || form["\(prefix)add"] != nil
      else { return nil }
      let was = form["\(prefix)was"] ?? ""
      let base = known.first { !was.isEmpty && $0["name"]?.string == was }?.object
      var table = TableDraft(form, prefix, over: base ?? JSONObject())
      for field in fields {
        guard let text = form[prefix + field.path]?.trimmed else { continue }
        table.settings[field.path] = text.isEmpty ? nil : .string(text)
      }
      return table.isBlank ? nil : .object(table.settings)
    }
    settings["tables"] = tables.isEmpty ? nil : .array(tables)
  }

  /// The numbers that stand behind `prefix` in the form's names, in order.
  static func numbers(of prefix: String, in form: QueryItems) -> [Int] {
    let found = form.items.compactMap { item -> Int? in
      guard item.name.hasPrefix(prefix) else { return nil }
      return Int(item.name.dropFirst(prefix.count).prefix { $0 != "." })
    }
    return Set(found).sorted()
  }

  // MARK: - Tables

  /// The field of the tables' names alone, which a store begins with.
  static let tableNames = "tableNames"

  private mutating func takeTables(named text: String) {
    let known = tables
    let names = text.split { $0 == "," || $0.isNewline }.map { String($0).trimmed }
      .filter { !$0.isEmpty }
    settings["tables"] =
      names.isEmpty
      ? nil
      : .array(
        names.indices.filter { !names[..<$0].contains(identical: names[$0]) }.map { index in
          let name = names[index]
          return .object(known.first { $0.name === name }?.settings ?? ["name": .string(name)])
        })
  }

  var tables: [TableDraft] {
    (settings["tables"]?.array ?? []).map { TableDraft($0.object ?? JSONObject()) }
  }
}
