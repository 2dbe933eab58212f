import HTTPKit
import Support

/// The conditions that a request makes on the row's present version.
///
/// Source: RFC 9110, section 13.
struct Preconditions: Sendable {
  private let match: EntityTags?
  private let noneMatch: EntityTags?
  private let modifiedSince: Timestamp?
  private let unmodifiedSince: Timestamp?

  init(_ headers: HTTPHeaders) {
    match = EntityTags(headers.values("If-Match"))
    noneMatch = EntityTags(headers.values("If-None-Match"))
    modifiedSince = headers["If-Modified-Since"].flatMap { Timestamp(httpDate: $0) }
    unmodifiedSince = headers["If-Unmodified-Since"].flatMap { Timestamp(httpDate: $0) }
  }

  var hasMatch: Bool { match != nil }

  /// True when a write has to be refused with 412.
  func forbidWriting(_ row: StoredRow) -> Bool {
    isStale(row) || noneMatch?.contains(row.version, strongly: false) == true
  }

  /// True when the client wants the row only in a version that is gone.
  ///
  /// Header dates count whole seconds and rows milliseconds, so dates are compared by the second:
  /// a row's own `Last-Modified` is never older than the row.
  func isStale(_ row: StoredRow) -> Bool {
    if let match { return !match.contains(row.version, strongly: true) }
    guard let unmodifiedSince, let updatedAt = Timestamp(row.updatedAt) else { return false }
    return updatedAt.wholeSecondsSinceEpoch > unmodifiedSince.wholeSecondsSinceEpoch
  }

  /// True when the client has the row as it is.
  func isFresh(_ row: StoredRow) -> Bool {
    if let noneMatch { return noneMatch.contains(row.version, strongly: false) }
    guard let modifiedSince, let updatedAt = Timestamp(row.updatedAt) else { return false }
    return updatedAt.wholeSecondsSinceEpoch <= modifiedSince.wholeSecondsSinceEpoch
  }
}

/// The value of `If-Match` or `If-None-Match`.
enum EntityTags: Sendable, Equatable {
  case any
  case tags([Tag])

  struct Tag: Sendable, Equatable {
    var value: String
    var isWeak = false
  }

  /// nil when there is no such header.
  ///
  /// A tag without quotes is taken as one: a client that forgot them still does not mean to write
  /// over somebody's change.
  init?(_ fields: [String]) {
    guard !fields.isEmpty else { return nil }
    var scanner = TagScanner(fields.joined(separator: ","))
    let tags = scanner.tags()
    self = tags == [Tag(value: "*")] && !scanner.sawQuote ? .any : .tags(tags)
  }

  func contains(_ version: String, strongly: Bool) -> Bool {
    switch self {
    case .any: true
    case .tags(let tags): tags.contains { $0.value == version && !(strongly && $0.isWeak) }
    }
  }
}

private struct TagScanner {
  private var rest: Substring
  private(set) var sawQuote = false

  init(_ text: String) { rest = text[...] }

  mutating func tags() -> [EntityTags.Tag] {
    var tags: [EntityTags.Tag] = []
    while true {
      rest = rest.drop { $0 == " " || $0 == "\t" || $0 == "," }
      if rest.isEmpty { return tags }
      var tag = EntityTags.Tag(value: "")
      if rest.hasPrefix("W/\"") {
        tag.isWeak = true
        rest = rest.dropFirst(2)
      }
      tag.value = rest.first == "\"" ? quoted() : bare()
      tags.append(tag)
    }
  }

  /// Clients put a backslash before a quote that belongs to the version.
  private mutating func quoted() -> String {
    sawQuote = true
    rest = rest.dropFirst()
    var value = ""
    while let character = rest.popFirst(), character != "\"" {
      value.append(character == "\\" ? rest.popFirst() ?? character : character)
    }
    return value
  }

  private mutating func bare() -> String {
    let value = rest.prefix { $0 != "," }
    rest = rest.dropFirst(value.count)
    return String(value.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }
}
