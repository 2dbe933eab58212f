import HTTPKit
import JSONKit

/// What every request to a table has: the version it speaks, the table, and its query.
struct TableCall: Sendable {
  let request: HTTPRequest
  let version: APIVersion
  /// False when the request names no version, as the toolkit's own client does.
  let namesVersion: Bool
  let table: String
  let query: QueryItems
  /// True when deleted rows stay in this table.
  let keepsDeletedRows: Bool
  /// Nil for a table whose columns come with its rows.
  let declaration: TableDeclaration?

  /// - Throws: When the version or the table's name is none; nothing has happened by then.
  init(_ request: HTTPRequest, _ configuration: TableServiceConfiguration) throws {
    self.request = request
    query = try request.query()
    let named = Self.namedVersion(request, query)
    namesVersion = named != nil
    version = try Self.version(named, default: configuration.defaultAPIVersion)
    table = request.parameter("table")
    guard Name.isValid(table), !Name.isReservedForTables(table) else {
      throw ServiceError.badTableName(table)
    }
    if !request.method.isSafe, configuration.isReadOnly(table) {
      throw ServiceError.readOnly(table)
    }
    keepsDeletedRows = configuration.keepsDeletedRows(of: table)
    declaration = configuration.tables[table]
  }

  /// The id in the path.
  var id: String { request.parameter("id") }

  /// True only for the word true, whatever older servers made of other values; Datasync clients may
  /// use a header instead.
  var includesDeleted: Bool {
    hasOption("include:deleted")
      || query.items.contains {
        $0.name.lowercased() == "__includedeleted" && $0.value.lowercased() == "true"
      }
  }

  /// True when `X-ZUMO-Options` lists `option`.
  ///
  /// - Parameter option: In lower case.
  func hasOption(_ option: String) -> Bool {
    request.headers.values("X-ZUMO-Options").contains { field in
      field.split(whereSeparator: { $0 == "," || $0 == ";" }).contains { item in
        item.filter { !$0.isWhitespace }.lowercased() == option
      }
    }
  }

  /// The values of a request in the form in which their columns store them.
  func checked(
    _ values: JSONObject, for purpose: RowCheck.Purpose
  ) throws(InvalidRow) -> JSONObject {
    guard let declaration else { return values }
    return try RowCheck(table: declaration, version: version, purpose: purpose).checked(values)
  }

  /// True when rows leave out the columns that are null, other than declared ones.
  ///
  /// The toolkit's client sends no version and leaves out every value that is its type's default; a
  /// null in its place makes it fail on a Boolean or a number.
  var omitsNulls: Bool { !namesVersion }

  /// True when the table shows `row` only to those who ask for deleted rows.
  func hides(_ row: StoredRow) -> Bool { keepsDeletedRows && row.deleted }

  var notFound: ServiceError { .rowNotFound(id: id, table: table) }

  /// The answer for a row that is there and deleted.
  var gone: ServiceError {
    version == .v3 ? .rowDeleted(id: id, table: table) : .rowNotFound(id: id, table: table)
  }

  /// The address of the table, or of what the request is about, absolute when the client named the
  /// host.
  func url(appending segment: String? = nil) -> String {
    var path = Substring(request.rawPath)
    while path.count > 1, path.last == "/" { path = path.dropLast() }
    let tail = segment.map { "/" + PercentEncoding.encodeSegment($0) } ?? ""
    guard let host = request.headers["Host"], Self.isHost(host) else { return path + tail }
    let scheme = request.headers["X-Forwarded-Proto"] == "https" ? "https" : "http"
    return "\(scheme)://\(host)\(path)\(tail)"
  }

  private static func isHost(_ host: String) -> Bool {
    !host.isEmpty
      && host.utf8.allSatisfy { byte in
        (48...58).contains(byte) || (65...91).contains(byte) || (97...122).contains(byte)
          || byte == 45 || byte == 46 || byte == 93 || byte == 95
      }
  }
}

// MARK: - The protocol's version

extension TableCall {
  /// The header counts before the query parameter; both names match in any case.
  private static func namedVersion(_ request: HTTPRequest, _ query: QueryItems) -> String? {
    let name = "zumo-api-version"
    let given =
      request.headers[name] ?? query.items.first { $0.name.lowercased() == name }?.value
    return given?.isEmpty == false ? given : nil
  }

  private static func version(
    _ given: String?, default fallback: APIVersion?
  ) throws(ServiceError) -> APIVersion {
    let accepted = fallback == .v2 ? "2.0.0" : "2.0.0 or 3.0.0"
    guard let given else {
      if fallback == .v3 { return .v3 }
      throw .badVersion(given: nil, accepted: accepted)
    }
    guard let version = APIVersion(text: given), version == .v2 || fallback != .v2 else {
      throw .badVersion(given: given, accepted: accepted)
    }
    return version
  }
}

extension APIVersion {
  /// `2.0.x` or `3.0`, `3.0.x`, with any number for x.
  init?(text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let areNumbers = parts.allSatisfy {
      !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) }
    }
    guard areNumbers, parts.count > 1, parts[1] == "0" else { return nil }
    switch (parts[0], parts.count) {
    case ("2", 3): self = .v2
    case ("3", 2), ("3", 3): self = .v3
    default: return nil
    }
  }
}
