import CCommonPasswords
import CZxcvbn
import Glibc

/// Estimates how many guesses a password withstands.
///
/// Passwords on lists of common ones withstand none. zxcvbn rates the rest: a common word with a year,
/// a keyboard pattern, a date or the user's own name is guessed early, whatever characters it has.
///
/// Source: NIST SP 800-63B, 3.1.1.2; OWASP ASVS 5.0, 6.2.4 and 6.2.11; Wheeler, "zxcvbn: Low-Budget
/// Password Strength Estimation", USENIX Security 2016.
enum PasswordStrength {
  /// log2 of 10^8 guesses, where zxcvbn's score of 3 begins ("safely unguessable").
  private static let bitsMin = 26.58
  private static let serviceName = "syncline"

  /// - Parameter name: The user whose password it is to be.
  static func isGuessable(_ password: String, of name: String) -> Bool {
    isOnList(password.lowercased()) || bits(password, of: name) < bitsMin
  }

  private static func isOnList(_ lowercased: String) -> Bool {
    common_passwords_contain(lowercased, lowercased.utf8.count)
  }

  private static func bits(_ password: String, of name: String) -> Double {
    let words = ([serviceName] + namesWithin(name.lowercased())).map { strdup($0) }
    defer { for word in words { free(word) } }
    var dictionary = words.map { UnsafePointer($0) } + [nil]
    return ZxcvbnMatch(password, &dictionary, nil)
  }

  /// The name and its parts, such as `mira` of `mira.lund@example.org`.
  private static func namesWithin(_ name: String) -> [String] {
    let parts = name.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    return [name] + parts.filter { $0.count >= 3 }
  }
}
