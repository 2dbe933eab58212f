import JSONKit
import SyncCore

extension SystemColumn {
  /// The system column that `name` means, in any case: servers differ in how they write them.
  static func named(_ name: String) -> SystemColumn? {
    switch name.utf8.count {
    case 2, 7, 9: break
    default: return nil
    }
    if let exact = SystemColumn(rawValue: name) { return exact }
    let folded = name.lowercased()
    return allCases.first { $0.rawValue.lowercased() == folded }
  }
}

extension Record {
  /// Reads a row as the server prints it; nil without an id.
  ///
  /// - Parameter etag: The answer's `ETag`, which names the version more exactly than the body.
  init?(row: JSONObject, etag: String? = nil) {
    var system: [SystemColumn: JSONValue] = [:]
    var values = JSONObject()
    for (name, value) in row {
      guard let column = SystemColumn.named(name) else {
        values[name] = value
        continue
      }
      // Of `id` and `ID` the first is the protocol's.
      if system[column] == nil || name == column.rawValue { system[column] = value }
    }
    guard let id = system[.id].flatMap(plainText), !id.isEmpty else { return nil }
    self.init(
      id: id, version: etag.flatMap(versionOf(etag:)) ?? system[.version].flatMap(plainText),
      createdAt: system[.createdAt]?.string, updatedAt: system[.updatedAt]?.string,
      deleted: system[.deleted].map(isTrue) ?? false, values: values)
  }
}

extension JSONObject {
  /// The table's own columns: what a client may write.
  var withoutSystemColumns: JSONObject {
    JSONObject(lazy.filter { SystemColumn.named($0.name) == nil }.map { ($0.name, $0.value) })
  }
}

/// The text of a string or of a whole number, as tables with numeric ids have.
func plainText(_ value: JSONValue) -> String? {
  switch value {
  case .string(let text): text
  case .integer(let integer): String(integer)
  case .number(let digits): digits
  default: nil
  }
}

private func isTrue(_ value: JSONValue) -> Bool {
  switch value {
  case .bool(let flag): flag
  case .integer(let integer): integer != 0
  case .string(let text): text.lowercased() == "true"
  default: false
  }
}

/// The version inside an entity tag; nil for a weak tag, which is a hash of the answer's body.
func versionOf(etag: String) -> String? {
  guard !etag.hasPrefix("W/"), !etag.isEmpty else { return nil }
  guard etag.count >= 2, etag.hasPrefix("\""), etag.hasSuffix("\"") else { return etag }
  return unescaped(etag.dropFirst().dropLast())
}

private func unescaped(_ text: Substring) -> String {
  var output = ""
  var rest = text[...]
  while let character = rest.popFirst() {
    if character == "\\", rest.first == "\"" { continue }
    output.append(character)
  }
  return output
}

/// `version` as `If-Match` wants it.
func entityTag(_ version: String) -> String {
  var output = "\""
  for character in version {
    if character == "\"" { output.append("\\") }
    output.append(character)
  }
  return output + "\""
}
