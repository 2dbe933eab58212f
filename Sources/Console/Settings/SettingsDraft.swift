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
    var value: JSONValue? = .object(settings)
    for name in path.split(separator: ".") { value = value?[String(name)] }
    return switch value {
    case nil, .null?: ""
    case .string(let text)?: text
    case let other?: other.serializedText
    }
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
    let remote = description.kinds.first { $0.kind == kind }?.fields ?? []
    for field in remote + description.sections.flatMap(\.fields) { take(field, form) }
    takeTables(form, base["tables"]?.array ?? [])
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

  private mutating func takeTables(_ form: QueryItems, _ known: [JSONValue]) {
    let numbers = Self.numbers(of: "tables.", in: form)
    guard !numbers.isEmpty else { return }
    let tables = numbers.compactMap { number -> JSONValue? in
      let prefix = "tables.\(number)."
      guard form["\(prefix)remove"] == nil else { return nil }
      let was = form["\(prefix)was"] ?? ""
      let base = known.first { !was.isEmpty && $0["name"]?.string == was }?.object
      let table = TableDraft(form, prefix, over: base ?? JSONObject())
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

  var tables: [TableDraft] {
    (settings["tables"]?.array ?? []).map { TableDraft($0.object ?? JSONObject()) }
  }

  // MARK: - Comparing

  /// Changes whenever the settings do; the same in every process.
  static func fingerprint(_ settings: JSONObject?) -> String {
    guard let settings else { return "" }
    // FNV-1a: what is told apart are the versions of one small file.
    let hash = JSONValue.object(settings).serialized.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3
    }
    return String(hash, radix: 16)
  }

  /// Every setting that differs, with both sides as text; nil where one has none.
  func differences(
    from other: JSONObject
  ) -> [(path: String, theirs: String?, ours: String?)] {
    let (theirs, ours) = (Self.leaves(.object(other)), Self.leaves(.object(settings)))
    var paths = theirs.map(\.path)
    for leaf in ours where !paths.contains(leaf.path) { paths.append(leaf.path) }
    return paths.compactMap { path in
      let their = theirs.first { $0.path == path }?.text
      let our = ours.first { $0.path == path }?.text
      return their == our ? nil : (path, their, our)
    }
  }

  private static func leaves(
    _ value: JSONValue, at path: String = ""
  ) -> [(path: String, text: String)] {
    let join = { (name: String) in path.isEmpty ? name : "\(path).\(name)" }
    switch value {
    case .object(let object): return object.flatMap { leaves($0.value, at: join($0.name)) }
    case .array(let items): return items.enumerated().flatMap { leaves($1, at: join("\($0)")) }
    case .string(let text): return [(path, text)]
    default: return [(path, value.serializedText)]
    }
  }
}

/// One table of a draft.
struct TableDraft: Sendable, Equatable {
  enum Deletion: String, Sendable, CaseIterable { case system, flag, date, none }

  var settings: JSONObject

  init(_ settings: JSONObject) { self.settings = settings }

  var isBlank: Bool { settings.isEmpty }

  var name: String { settings["name"]?.string ?? "" }

  var dependsOn: String {
    (settings["dependsOn"]?.array ?? []).compactMap(\.string).joined(separator: ", ")
  }

  var deletion: Deletion {
    switch settings["softDelete"] {
    case .object(let object)?: object["type"] == "date" ? .date : .flag
    case "none"?: .none
    default: .system
    }
  }

  var deletionColumn: String { settings["softDelete"]?["column"]?.string ?? "" }

  var queries: [(id: String, filter: String)] {
    (settings["pull"]?.array ?? []).map {
      ($0["queryId"]?.string ?? "", $0["filter"]?.string ?? "")
    }
  }

  fileprivate init(_ form: QueryItems, _ prefix: String, over base: JSONObject) {
    settings = base
    let text = { (name: String) in (form["\(prefix)\(name)"] ?? "").trimmed }
    settings["name"] = text("name").isEmpty ? nil : .string(text("name"))
    let names = text("dependsOn").split(separator: ",").map { String($0).trimmed }
    settings["dependsOn"] =
      names.isEmpty ? nil : .array(names.filter { !$0.isEmpty }.map { .string($0) })
    takeDeletion(text("softDelete.kind"), text("softDelete.column"), base["softDelete"])
    takeQueries(form, prefix, base["pull"]?.array ?? [])
  }

  private mutating func takeDeletion(_ kind: String, _ column: String, _ base: JSONValue?) {
    var object = base?.object ?? JSONObject()
    object["column"] = column.isEmpty ? nil : .string(column)
    switch Deletion(rawValue: kind) {
    case nil, .system?:
      settings["softDelete"] = base == "system" ? "system" : nil
    case .flag?:
      object["type"] = object["type"] == "boolean" ? "boolean" : nil
      settings["softDelete"] = .object(object)
    case .date?:
      object["type"] = "date"
      settings["softDelete"] = .object(object)
    case .none?: settings["softDelete"] = "none"
    }
  }

  private mutating func takeQueries(_ form: QueryItems, _ prefix: String, _ known: [JSONValue]) {
    let queries = SettingsDraft.numbers(of: "\(prefix)pull.", in: form).compactMap {
      number -> JSONValue? in
      let id = (form["\(prefix)pull.\(number).queryId"] ?? "").trimmed
      let filter = (form["\(prefix)pull.\(number).filter"] ?? "").trimmed
      guard !id.isEmpty || !filter.isEmpty else { return nil }
      var query = known.first { $0["queryId"]?.string == id }?.object ?? JSONObject()
      query["queryId"] = id.isEmpty ? nil : .string(id)
      query["filter"] = filter.isEmpty ? nil : .string(filter)
      return .object(query)
    }
    settings["pull"] = queries.isEmpty ? nil : .array(queries)
  }
}
