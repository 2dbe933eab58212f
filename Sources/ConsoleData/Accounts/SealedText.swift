import CSodium
import SQLiteKit
import Support

/// Seals text that browsers keep for the console: they can neither read nor change nor make it up.
///
/// XChaCha20-Poly1305 under a random key that `console.sqlite` keeps.
///
/// Source: draft-irtf-cfrg-xchacha; <https://doc.libsodium.org/secret-key_cryptography/aead>
struct TextSealer: Sendable {
  private let key: [UInt8]
  private let random: RandomSource

  /// Makes the key when the database has none.
  init(_ database: DatabasePool, _ random: RandomSource) async throws {
    self.random = random
    if let known = try await database.read(Self.key) {
      key = known
      return
    }
    let fresh = random.bytes(Int(crypto_aead_xchacha20poly1305_ietf_keybytes()))
    // Nothing is sealed for long where nothing can be written.
    guard database.canWrite else {
      key = fresh
      return
    }
    key = try await database.write { connection in
      try connection.execute(
        "INSERT OR IGNORE INTO secretKeys (name, key) VALUES ('cookies', ?)", [.blob(fresh)])
      return try Self.key(connection) ?? fresh
    }
  }

  private static func key(_ connection: Connection) throws -> [UInt8]? {
    try connection.first("SELECT key FROM secretKeys WHERE name = 'cookies'") {
      (row) throws(SQLiteError) in try row.decode(at: 0)
    }
  }

  func seal(_ text: String, for purpose: String) -> String {
    let nonce = random.bytes(Int(crypto_aead_xchacha20poly1305_ietf_npubbytes()))
    let (message, context) = (Array(text.utf8), Array(purpose.utf8))
    var sealed = [UInt8](
      repeating: 0, count: message.count + Int(crypto_aead_xchacha20poly1305_ietf_abytes()))
    crypto_aead_xchacha20poly1305_ietf_encrypt(
      &sealed, nil, message, UInt64(message.count), context, UInt64(context.count), nil, nonce, key)
    return Base64.encodeForURL(nonce + sealed)
  }

  /// Nil for what was not sealed here for this purpose.
  func open(_ sealed: String, for purpose: String) -> String? {
    let nonceCount = Int(crypto_aead_xchacha20poly1305_ietf_npubbytes())
    let tagCount = Int(crypto_aead_xchacha20poly1305_ietf_abytes())
    guard let bytes = Base64.decode(sealed), bytes.count >= nonceCount + tagCount else {
      return nil
    }
    let (nonce, rest) = (Array(bytes[..<nonceCount]), Array(bytes[nonceCount...]))
    let context = Array(purpose.utf8)
    var message = [UInt8](repeating: 0, count: rest.count - tagCount)
    guard
      crypto_aead_xchacha20poly1305_ietf_decrypt(
        &message, nil, nil, rest, UInt64(rest.count), context, UInt64(context.count), nonce, key)
        == 0
    else { return nil }
    return String(validating: message, as: UTF8.self)
  }
}

extension ConsoleData {
  /// Seals text for a cookie, made of letters, digits, `-` and `_`.
  ///
  /// - Parameter purpose: What it is for; text sealed for one purpose opens for no other.
  public func seal(_ text: String, for purpose: String) -> String {
    sealer.seal(text, for: purpose)
  }

  /// The sealed text; nil for what was not sealed here for this purpose.
  public func open(_ sealed: String, for purpose: String) -> String? {
    sealer.open(sealed, for: purpose)
  }
}
