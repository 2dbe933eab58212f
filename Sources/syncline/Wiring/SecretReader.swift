import Crypto
import Glibc
import Localization
import Support

/// Fetches secrets from where the configuration says they stand.
///
/// Messages name the place and never the value.
enum SecretReader {
  /// Looks for all of them, so that one attempt tells everything that is missing.
  static func check(_ secrets: [Secret]) throws(SecretError) {
    var missing: [SecretError] = []
    for secret in secrets {
      do { _ = try text(of: secret) } catch { missing.append(error) }
    }
    guard let first = missing.first else { return }
    throw SecretError(first.cause, first.place, all: missing)
  }

  static func value(of secret: Secret) throws(SecretError) -> String {
    switch secret {
    case .environment(let name):
      guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else {
        throw SecretError(.notSet, name)
      }
      return value
    case .file(let path): return try firstLine(of: path)
    }
  }

  /// A secret of several lines, such as a key in PEM form.
  static func text(of secret: Secret) throws(SecretError) -> String {
    guard case .file(let path) = secret else { return try value(of: secret) }
    do {
      return String(decoding: try SecretFile.read(path), as: UTF8.self)
    } catch {
      throw SecretError(.unusable(error), path)
    }
  }

  static func firstLine(of path: String) throws(SecretError) -> String {
    let bytes: [UInt8]
    do {
      bytes = try SecretFile.read(path)
    } catch {
      throw SecretError(.unusable(error), path)
    }
    let line = bytes.prefix { $0 != 0x0a && $0 != 0x0d }
    guard let text = String(validating: line, as: UTF8.self), !text.isEmpty else {
      throw SecretError(.empty, path)
    }
    return text
  }
}

/// Why a secret cannot be used.
struct SecretError: Error, Equatable, CustomStringConvertible {
  enum Cause: Equatable {
    /// The variable is not in the environment, or is empty.
    case notSet
    case unusable(SecretFileError)
    /// The first line of the file is.
    case empty
    case notAKey(SigningKeyError)
  }

  let cause: Cause
  /// The variable or the file, as the configuration names it.
  let place: String
  /// Each one, where it stands for several.
  let all: [SecretError]

  init(_ cause: Cause, _ place: String, all: [SecretError] = []) {
    self.cause = cause
    self.place = place
    self.all = all
  }

  /// In the language of the task.
  var description: String {
    all.isEmpty ? sentence : all.map(\.sentence).joined(separator: " ")
  }

  private var sentence: String {
    switch cause {
    case .notSet:
      localized("The environment variable \(place) is not set; it must hold the secret.")
    case .unusable(let error): error.description
    case .empty: localized("\(place) has no text in its first line.")
    case .notAKey(let error): localized("The private key of \(place) can’t be used. \(error)")
    }
  }
}
