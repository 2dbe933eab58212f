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

  /// True for names that SQLite or the service keep for themselves.
  static func isReservedForTables(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasPrefix("sqlite_") || name.hasPrefix("syncline_")
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (65...90).contains(byte) || (97...122).contains(byte) || byte == UInt8(ascii: "_")
  }
}

/// The columns that every table has.
enum SystemColumn: String, CaseIterable, Sendable {
  case id, createdAt, updatedAt, version, deleted

  /// - Parameter name: In any case.
  init?(anyCase name: String) {
    let name = name.lowercased()
    guard let column = Self.allCases.first(where: { $0.rawValue.lowercased() == name }) else {
      return nil
    }
    self = column
  }
}
