import SQLiteKit
import Support

/// What tables and columns may be called.
enum Name {
  static let lengthMax = 128

  /// A letter or underscore, then letters, digits and underscores: what every server of the
  /// protocol takes.
  static func isValid(_ name: String) -> Bool {
    guard let first = name.utf8.first, isLetter(first), name.utf8.count <= lengthMax else {
      return false
    }
    return name.utf8.allSatisfy { isLetter($0) || (48...57).contains($0) }
  }

  /// The name in lower case, by which names match in any case.
  static func folded(_ name: String) -> String { name.asciiLowercased }

  /// True for names that SQLite or the service keep for themselves.
  static func isReservedForTables(_ name: String) -> Bool {
    let name = folded(name)
    return name.hasPrefix("sqlite_") || name.hasPrefix("syncline_")
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (65...90).contains(byte) || (97...122).contains(byte) || byte == UInt8(ascii: "_")
  }
}

/// The columns that every table has.
enum ReservedColumn: String, CaseIterable, Sendable {
  case id, createdAt, updatedAt, version, deleted

  /// - Parameter name: In any case.
  init?(anyCase name: String) {
    // Each differs from the others in its length and its first letter.
    switch (name.utf8.count, name.utf8.first.map { $0 | 0x20 }) {
    case (2, UInt8(ascii: "i")): self = .id
    case (9, UInt8(ascii: "c")): self = .createdAt
    case (9, UInt8(ascii: "u")): self = .updatedAt
    case (7, UInt8(ascii: "v")): self = .version
    case (7, UInt8(ascii: "d")): self = .deleted
    default: return nil
    }
    guard rawValue.asciiLowercased === name.asciiLowercased else { return nil }
  }

  /// All of them, in order, for SQL.
  static let quotedNames = allCases.map { Connection.quoted($0.rawValue) }.joined(separator: ", ")
}
