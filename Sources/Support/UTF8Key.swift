import Glibc

/// A name or an id that equals only the same UTF-8 bytes, as in SQLite and on servers.
///
/// `String` compares by canonical equivalence: it takes "é" and "e" with a combining accent for one
/// key, so that of two columns, rows or members one would be lost. As a property wrapper it gives a
/// type with a synthesized `Hashable` conformance the same rule.
@frozen @propertyWrapper
public struct UTF8Key: Sendable {
  public var wrappedValue: String

  @inlinable
  public init(wrappedValue: String) { self.wrappedValue = wrappedValue }

  @inlinable
  public init(_ text: String) { wrappedValue = text }

  /// The name or the id itself.
  @inlinable
  public var text: String { wrappedValue }
}

extension UTF8Key: Hashable {
  @inlinable
  public static func == (left: UTF8Key, right: UTF8Key) -> Bool {
    left.wrappedValue === right.wrappedValue
  }

  public func hash(into hasher: inout Hasher) {
    wrappedValue.utf8.span.withUnsafeBytes { hasher.combine(bytes: $0) }
    // Ends the text, so that what is combined next can't continue it.
    hasher.combine(0xff as UInt8)
  }
}

extension UTF8Key: Comparable {
  /// The order of SQLite's BINARY collation.
  public static func < (left: UTF8Key, right: UTF8Key) -> Bool {
    left.wrappedValue.utf8.lexicographicallyPrecedes(right.wrappedValue.utf8)
  }
}

extension UTF8Key: ExpressibleByStringLiteral, CustomStringConvertible {
  @inlinable
  public init(stringLiteral value: String) { wrappedValue = value }

  public var description: String { wrappedValue }
}

extension StringProtocol {
  /// The text as a key that compares by bytes; also for sorting in SQLite's order.
  public var utf8Key: UTF8Key { UTF8Key(String(self)) }
}

/// Whether both are the same UTF-8 bytes, unlike `==`; see ``UTF8Key``.
public func === (left: String, right: String) -> Bool {
  let (left, right) = (left.utf8, right.utf8)
  guard left.count == right.count else { return false }
  return left.span.withUnsafeBytes { bytes in
    right.span.withUnsafeBytes { others in
      guard let start = bytes.baseAddress, let other = others.baseAddress else { return true }
      return memcmp(start, other, bytes.count) == 0
    }
  }
}

/// Whether the UTF-8 bytes of both differ in any way.
public func !== (left: String, right: String) -> Bool { !(left === right) }

public func === (left: String?, right: String?) -> Bool {
  switch (left, right) {
  case (let left?, let right?): left === right
  case (nil, nil): true
  default: false
  }
}

public func !== (left: String?, right: String?) -> Bool { !(left === right) }

extension Sequence<String> {
  /// Whether one of the texts has the bytes of `text`.
  public func contains(identical text: String) -> Bool { contains { $0 === text } }

  /// Each text once, by its bytes, in the order in which they came first.
  public var unique: [String] {
    var seen: UTF8Set = []
    return filter { seen.insert($0).inserted }
  }

  /// In the order of SQLite's BINARY collation.
  public func sortedByBytes() -> [String] { sorted { $0.utf8Key < $1.utf8Key } }
}

extension String {
  /// The text with the ASCII letters A to Z in lower case, as SQLite's NOCASE collation folds it.
  public var asciiLowercased: String {
    guard utf8.contains(where: { (65...90).contains($0) }) else { return self }
    return String(decoding: utf8.map { (65...90).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
