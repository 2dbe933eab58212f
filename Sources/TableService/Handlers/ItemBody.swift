import HTTPKit
import JSONKit
import Support

/// The row that a request brings, its system columns taken apart from the others.
struct ItemBody: Sendable {
  /// As it came.
  let item: JSONObject
  /// nil when there is none, or null, or empty.
  private(set) var id: String?
  private(set) var version: String?
  private(set) var deleted: Bool?
  private(set) var createdAt: String?
  private(set) var updatedAt: String?
  /// What is not a system column; of names that differ in case only the last.
  private(set) var values = JSONObject()

  /// The row that an update by operations leads to, as the client would have sent it.
  init(_ item: JSONObject, _ version: APIVersion) throws(ServiceError) {
    self.item = item
    try read(item, version)
  }

  init(_ request: HTTPRequest, _ version: APIVersion) throws(ServiceError) {
    try Self.checkMediaType(request, version)
    guard !request.body.isEmpty else {
      throw .badBody("The request has no body; a row as a JSON object is needed.")
    }
    let document: JSONValue
    do {
      document = try JSONValue(parsing: request.body)
    } catch {
      throw .badBody("The body is not JSON: \(error).")
    }
    guard let item = document.object else {
      throw .badBody("The body is \(document.kindName); a row as a JSON object is needed.")
    }
    self.item = item
    try read(item, version)
  }

  private static func checkMediaType(
    _ request: HTTPRequest, _ version: APIVersion
  ) throws(ServiceError) {
    let type = request.contentType
    let isJSON = type.isEmpty || type == "application/json" || type.hasSuffix("+json")
    guard isJSON, type != JSONPatch.mediaType else {
      throw .unsupportedMediaType(type)
    }
  }

  private mutating func read(_ item: JSONObject, _ version: APIVersion) throws(ServiceError) {
    guard item.count <= StoredSchema.columnsMax + ReservedColumn.allCases.count else {
      throw .badBody(
        "The row has \(item.count) properties, and a table has at most \(StoredSchema.columnsMax) "
          + "columns. The row was not written.")
    }
    var names: UTF8Dictionary<String> = [:]
    for (name, value) in item {
      if let column = ReservedColumn(anyCase: name) {
        try read(column, as: name, value, version)
        continue
      }
      guard Name.isValid(name) else {
        throw .badBody(
          "\(name) cannot be a column: a name has letters, digits and underscores, does not begin "
            + "with a digit, and has at most \(Name.lengthMax) characters.")
      }
      let known = names.updateValue(name, forKey: Name.folded(name))
      if let known, known !== name { values[known] = nil }
      values[name] = value
    }
  }

  private mutating func read(
    _ column: ReservedColumn, as name: String, _ value: JSONValue, _ version: APIVersion
  ) throws(ServiceError) {
    switch column {
    case .id: id = try text(value, of: name).flatMap { $0.isEmpty ? nil : $0 }
    case .version: self.version = value.string
    case .createdAt, .updatedAt, .deleted:
      if version == .v2 {
        throw .badBody("\(name) is the server's to write; leave it out of the row.")
      }
      if column == .createdAt { createdAt = value.string }
      if column == .updatedAt { updatedAt = value.string }
      if column == .deleted { deleted = try flag(value, of: name) }
    }
  }

  private func text(_ value: JSONValue, of name: String) throws(ServiceError) -> String? {
    if value.isNull { return nil }
    guard let text = value.string else {
      throw .badBody("\(name) is text, and the request has \(value.kindName) for it.")
    }
    return text
  }

  private func flag(_ value: JSONValue, of name: String) throws(ServiceError) -> Bool? {
    if value.isNull { return nil }
    guard let flag = value.bool else {
      throw .badBody("\(name) is a boolean, and the request has \(value.kindName) for it.")
    }
    return flag
  }
}
