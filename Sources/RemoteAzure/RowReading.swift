import JSONKit
import Support
import SyncCore

extension SystemColumn {
  /// The system column that `name` means, in any case: servers differ in how they write them.
  static func named(_ name: String) -> SystemColumn? {
    switch name.utf8.count {
    case 2, 7, 9: break
    default: return nil
    }
    if let exact = SystemColumn(rawValue: name) { return exact }
    let folded = name.asciiLowercased
    return allCases.first { $0.rawValue.asciiLowercased === folded }
  }
}

extension Record {
  /// Reads a row as the server prints it; nil when its id can't be used.
  ///
  /// - Parameters:
  ///   - etag: The answer's `ETag`, which names the version more exactly than the body.
  ///   - takesNumber: Reads a numeric id as text, to tell that a server gave a row another id.
  init?(row: JSONObject, etag: String? = nil, takesNumber: Bool = false) {
    var system = SystemValues()
    var values: [(name: String, value: JSONValue)] = []
    values.reserveCapacity(row.count)
    for (name, value) in row {
      if let column = SystemColumn.named(name) {
        system.add(value, as: column, name)
      } else {
        values.append((name, value))
      }
    }
    guard let id = takesNumber ? system.id.flatMap(plainText) : system.id?.string,
      UnusableID(id) == nil
    else { return nil }
    self.init(
      id: id, version: etag.flatMap(versionOf(etag:)) ?? system.version.flatMap(plainText),
      createdAt: system.createdAt?.string, updatedAt: system.updatedAt?.string,
      deleted: system.deleted.map(isTrue) ?? false, values: JSONObject(distinct: values))
  }
}

/// The system columns of a row as they came.
struct SystemValues {
  private(set) var id: JSONValue?
  private(set) var version: JSONValue?
  private(set) var createdAt: JSONValue?
  private(set) var updatedAt: JSONValue?
  private(set) var deleted: JSONValue?

  init() {}

  init(of row: JSONObject) {
    for (name, value) in row {
      if let column = SystemColumn.named(name) { add(value, as: column, name) }
    }
  }

  /// Of `id` and `ID` the first is the protocol's.
  mutating func add(_ value: JSONValue, as column: SystemColumn, _ name: String) {
    let isExact = name === column.rawValue
    switch column {
    case .id: if isExact || id == nil { id = value }
    case .version: if isExact || version == nil { version = value }
    case .createdAt: if isExact || createdAt == nil { createdAt = value }
    case .updatedAt: if isExact || updatedAt == nil { updatedAt = value }
    case .deleted: if isExact || deleted == nil { deleted = value }
    }
  }
}

extension JSONObject {
  /// The table's own columns: what a client may write.
  var withoutSystemColumns: JSONObject {
    JSONObject(lazy.filter { SystemColumn.named($0.name) == nil }.map { ($0.name, $0.value) })
  }
}

/// The text of a string or of a number, as servers with other versions than texts have.
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
  let quote = UInt8(ascii: "\"")
  guard etag.utf8.count >= 2, etag.utf8.first == quote, etag.utf8.last == quote else {
    return etag
  }
  let inner = etag.dropFirst().dropLast()
  return etag.utf8.contains(UInt8(ascii: "\\")) ? unescaped(inner) : String(inner)
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
  if !version.utf8.contains(UInt8(ascii: "\"")) { return "\"\(version)\"" }
  var output = "\""
  for character in version {
    if character == "\"" { output.append("\\") }
    output.append(character)
  }
  return output + "\""
}
