import HTTPKit
import JSONKit
import Support

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

  init(_ form: QueryItems, _ prefix: String, over base: JSONObject) {
    settings = base
    let text = { (name: String) in (form["\(prefix)\(name)"] ?? "").trimmed }
    settings["name"] = text("name").isEmpty ? nil : .string(text("name"))
    let names = text("dependsOn").split(separator: ",").map { String($0).trimmed }
    settings["dependsOn"] =
      names.isEmpty ? nil : .array(names.filter { !$0.isEmpty }.map { .string($0) })
    if let choice = form["\(prefix)deletion"].flatMap(DeletionChoice.init) {
      takeDeletion(choice.kind.rawValue, choice.column, base["softDelete"])
    } else {
      takeDeletion(text("softDelete.kind"), text("softDelete.column"), base["softDelete"])
    }
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
      // A query without an id has an empty field, as one has that nothing was typed into.
      let hasNoID = number < known.count && known[number].object?["queryId"] == .some(.null)
      guard !id.isEmpty || !filter.isEmpty || hasNoID else { return nil }
      var query = known.first { $0["queryId"]?.string == id }?.object ?? JSONObject()
      query["queryId"] = !id.isEmpty ? .string(id) : hasNoID ? .some(.null) : nil
      query["filter"] = filter.isEmpty ? nil : .string(filter)
      return .object(query)
    }
    settings["pull"] = queries.isEmpty ? nil : .array(queries)
  }
}

/// What deleting a row does, with the column that it sets, as one value of a form: `flag:complete`.
struct DeletionChoice: Equatable {
  let kind: TableDraft.Deletion
  /// Empty where no column is named.
  let column: String

  init(_ kind: TableDraft.Deletion, column: String = "") {
    self.kind = kind
    self.column = column
  }

  init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    guard let kind = parts.first.flatMap(TableDraft.Deletion.init) else { return nil }
    self.init(kind, column: parts.count == 2 ? parts[1] : "")
  }

  var text: String { column.isEmpty ? kind.rawValue : "\(kind.rawValue):\(column)" }
}
