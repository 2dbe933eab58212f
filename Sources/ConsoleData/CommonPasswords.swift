/// Tells the passwords that everybody tries first.
///
/// Lists of the most common ones hold few ideas in many spellings: a word or a name, or two of them,
/// with digits around it and signs for letters; a walk over the keyboard; a date; one thing again and
/// again. So it is the ideas that are refused, which covers such a list and what is close to it.
///
/// Source: OWASP ASVS 5.0, 6.2.4 and 6.2.11
enum CommonPasswords {
  /// What makes a long password out of a common one is no longer common.
  private static let lengthMax = 24
  /// So many digits and signs around a word make it no harder to guess.
  private static let decorationMax = 8
  private static let digitsAloneMax = 12

  /// - Parameter name: Whose password it is to be.
  static func contain(_ password: String, of name: String) -> Bool {
    let lower = password.lowercased()
    guard lower.count <= lengthMax else { return isRepetition(lower) }
    let letters = Array(lower)
    return isRepetition(lower) || isWalk(letters)
      || (letters.count < digitsAloneMax && letters.allSatisfy(\.isNumber))
      || isOwn(lower, name.lowercased())
      || readings(lower).contains { isCommon($0, in: letters.count) }
  }

  // MARK: - Words

  /// The password with its signs and digits read as letters, and without.
  private static func readings(_ lower: String) -> [String] {
    let signs: [Character: Character] = [
      "@": "a", "4": "a", "0": "o", "3": "e", "$": "s", "5": "s", "7": "t", "!": "i", "8": "b",
    ]
    let ones: [Character] = ["i", "l"]
    let plain = String(lower.filter(\.isLetter))
    return [plain]
      + ones.map { one in
        // Digits at the ends are decoration, those inside stand for letters.
        let core = trimmed(lower)
        return String(core.map { $0 == "1" ? one : signs[$0] ?? $0 }.filter(\.isLetter))
      }
  }

  private static func trimmed(_ text: String) -> Substring {
    let isEnd: (Character) -> Bool = { !$0.isLetter && $0 != "@" && $0 != "$" }
    var core = text.drop(while: isEnd)
    while let last = core.last, isEnd(last) { core.removeLast() }
    return core
  }

  private static func isCommon(_ word: String, in length: Int) -> Bool {
    guard word.count >= 3, length - word.count <= decorationMax else { return false }
    if CommonWords.all.contains(word) || CommonWords.all.contains(once(word)) { return true }
    // Two words, such as "hello" and "kitty"; short ones would make up anything.
    return word.indices.contains { cut in
      let (first, second) = (String(word[..<cut]), String(word[cut...]))
      return first.count >= 3 && second.count >= 3 && CommonWords.all.contains(first)
        && CommonWords.all.contains(second)
    }
  }

  /// "mama" of "mamama": what a text repeats; the text itself when it repeats nothing.
  private static func once(_ text: String) -> String {
    let letters = Array(text)
    for length in 1..<max(letters.count, 2) where letters.count % length == 0 {
      let unit = letters[..<length]
      if letters.indices.allSatisfy({ letters[$0] == unit[$0 % length] }) {
        return String(unit)
      }
    }
    return text
  }

  /// The person's own name, or this program's, with little around it.
  private static func isOwn(_ lower: String, _ name: String) -> Bool {
    ["syncline", name].contains { own in
      own.count >= 3 && lower.contains(own) && lower.count - own.count <= decorationMax
    }
  }

  // MARK: - Patterns

  /// Few different characters, or a short thing again and again.
  private static func isRepetition(_ lower: String) -> Bool {
    Set(lower).count <= 3 || once(lower).count * 2 <= min(lower.count, 12)
  }

  private static let rows = [
    "01234567890", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "qwertzuiop", "azertyuiop",
    "asdfghjkl", "zxcvbnm", "yxcvbnm", "qsdfghjklm", "wxcvbn", "!@#$%^&*()", "1qaz2wsx3edc4rfv5tgb",
    "qazwsxedcrfvtgb", "1q2w3e4r5t6y7u8i9o0p", "q1w2e3r4t5y6u7i8o9p0", "zaq12wsxcde3",
    "a1b2c3d4e5f6g7",
    "1a2b3c4d5e6f7g8", "abc123", "147258369", "159357", "789456123", "!qaz@wsx#edc",
  ]
  private static let runs = rows + rows.map { String($0.reversed()) }

  /// Nothing but walks over the keyboard or the alphabet, each of three keys or more.
  private static func isWalk(_ letters: [Character]) -> Bool {
    var rest = letters[...]
    var strays = 0
    while !rest.isEmpty {
      let longest = (3...max(3, rest.count)).last { length in
        length <= rest.count && runs.contains { $0.contains(String(rest.prefix(length))) }
      }
      if longest == nil { strays += 1 }
      rest = rest.dropFirst(longest ?? 1)
    }
    // One or two characters more do not make it any less of a walk.
    return strays <= 2
  }
}
