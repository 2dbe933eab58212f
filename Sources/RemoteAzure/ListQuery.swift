import HTTPKit
import Support

/// How a generation of the protocol writes its queries.
enum QueryDialect: Sendable {
  /// OData as the Easy Tables server reads it.
  case v2
  /// OData v4.
  case v4

  init(_ version: AzureAPIVersion?) { self = version == .v2 ? .v2 : .v4 }

  func literal(_ stamp: Timestamp) -> String {
    switch self {
    case .v2: "datetimeoffset'\(stamp)'"
    case .v4: "cast(\(stamp),Edm.DateTimeOffset)"
    }
  }

  func literal(_ text: String) -> String {
    var output = "'"
    for character in text.unicodeScalars {
      if character == "'" { output.unicodeScalars.append("'") }
      output.unicodeScalars.append(character)
    }
    return output + "'"
  }

  fileprivate var countOption: String {
    switch self {
    case .v2: "$inlinecount=allpages"
    case .v4: "$count=true"
    }
  }
}

/// One request for a list of rows.
///
/// There is no `$skip`: rows that change between two pages shift what it skips.
struct ListQuery: Sendable, Hashable {
  /// Conditions that all have to hold.
  var conditions: [String] = []
  var orderBy: String?
  var top: Int?
  var select: String?
  var counts = false
  var includesDeleted = true

  /// The query string, percent-encoded.
  ///
  /// The option names keep their `$`, which URLs allow and some servers look for in that form.
  func encoded(_ dialect: QueryDialect) -> String {
    var parts: [String] = []
    if !conditions.isEmpty {
      parts.append("$filter=" + PercentEncoding.encodeQuery(conditions.joined(separator: " and ")))
    }
    if let orderBy { parts.append("$orderby=" + PercentEncoding.encodeQuery(orderBy)) }
    if let top { parts.append("$top=\(top)") }
    if let select { parts.append("$select=" + PercentEncoding.encodeQuery(select)) }
    if counts { parts.append(dialect.countOption) }
    if includesDeleted { parts.append("__includeDeleted=true") }
    return parts.joined(separator: "&")
  }
}
