import SQLiteKit
import Support

/// What keeps two users, or a user and the program itself, from being taken for each other.
enum UserNames {
  /// What stands beside changes that no user made; names have no blanks, so here are hyphens.
  static let ofProgram = [
    "command-line", "conflict-handler", "demo", "schedule", "sign-in-link", "webhook",
  ]

  /// Refuses a name that is another user's but for upper and lower case.
  static func checkDiffers(_ name: String, from others: [String]) throws(ConsoleDataError) {
    if others.contains(identical: name) { throw .userExists(name) }
    if let other = others.first(where: { $0.lowercased() == name.lowercased() }) {
      throw .userNameAlike(name, other: other)
    }
  }

  /// Refuses a new name that people could take for another; users that are there stay as they are.
  static func check(_ name: String, beside others: [String]) throws(ConsoleDataError) {
    try checkDiffers(name, from: others)
    if ofProgram.contains(name.lowercased()) { throw .userNameOfProgram(name) }
    guard isOfOneAlphabet(name) else { throw .userNameMixed(name) }
  }

  /// False where Latin, Greek and Cyrillic letters stand side by side, as in an “admin” whose first
  /// letter is Cyrillic, and where a letter is only another form of a plain one, such as `ａ`.
  private static func isOfOneAlphabet(_ name: String) -> Bool {
    let scalars = name.unicodeScalars.map(\.value)
    let used = alphabets.count { ranges in scalars.contains { ranges.contains($0) } }
    return used <= 1 && !scalars.contains { formsOfLetters.contains($0) }
  }

  // Source: <https://www.unicode.org/Public/UCD/latest/ucd/Blocks.txt>
  private static let alphabets: [[ClosedRange<UInt32>]] = [
    [0x41...0x5a, 0x61...0x7a, 0xaa...0xaa, 0xba...0xba, 0xc0...0x2af, 0x1e00...0x1eff],
    [0x370...0x3ff, 0x1f00...0x1fff],
    [0x400...0x52f, 0x1c80...0x1c8f, 0x2de0...0x2dff, 0xa640...0xa69f],
  ]

  /// Letterlike, enclosed, wide and mathematical forms, and ligatures.
  private static let formsOfLetters: [ClosedRange<UInt32>] = [
    0x1d00...0x1dbf, 0x2071...0x209c, 0x2100...0x218f, 0x2460...0x24ff, 0xfb00...0xfb4f,
    0xff00...0xffef, 0x1d400...0x1d7ff, 0x1f100...0x1f1ff,
  ]

  static func all(_ connection: Connection) throws -> [String] {
    try connection.query("SELECT name FROM users") {
      (row) throws(SQLiteError) in try row.decode(at: 0)
    }
  }
}

extension [ClosedRange<UInt32>] {
  fileprivate func contains(_ scalar: UInt32) -> Bool { contains { $0.contains(scalar) } }
}
