import Glibc
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
    throw SecretError(
      description: missing.map(\.description).joined(separator: " "), place: first.place,
      all: missing)
  }

  static func value(of secret: Secret) throws(SecretError) -> String {
    switch secret {
    case .environment(let name):
      guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else {
        throw SecretError(
          description: "The environment variable \(name) is not set; it must hold the secret.",
          place: name)
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
      throw SecretError(description: "\(error)", place: path)
    }
  }

  static func firstLine(of path: String) throws(SecretError) -> String {
    let bytes: [UInt8]
    do {
      bytes = try SecretFile.read(path)
    } catch {
      throw SecretError(description: "\(error)", place: path)
    }
    let line = bytes.prefix { $0 != 0x0a && $0 != 0x0d }
    guard let text = String(validating: line, as: UTF8.self), !text.isEmpty else {
      throw SecretError(description: "\(path) has no text in its first line.", place: path)
    }
    return text
  }
}

struct SecretError: Error, Equatable, CustomStringConvertible {
  let description: String
  /// The variable or the file, as the configuration names it.
  let place: String
  /// Each one, where it stands for several.
  var all: [SecretError] = []
}
