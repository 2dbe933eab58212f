import CSodium
import Dispatch

/// How much one try of a password costs whoever tries it.
public struct PasswordCost: Sendable, Equatable {
  let operations: UInt64
  let memoryBytes: Int

  /// libsodium's setting for signing in: 64 MiB of memory.
  public static let interactive = PasswordCost(
    operations: csodium_ops_interactive(), memoryBytes: csodium_memory_interactive())

  /// The least that Argon2id can do, for tests.
  public static let testing = PasswordCost(operations: 1, memoryBytes: 8_192)
}

/// Hashes passwords with Argon2id, one at a time, away from Swift's cooperative threads.
///
/// Source: RFC 9106; <https://doc.libsodium.org/password_hashing/default_phf>
final class PasswordHasher: Sendable {
  private let cost: PasswordCost
  private let thread = DispatchQueue(label: "console.passwords")
  private let queue = PasswordQueue()
  /// What is checked when there is no such user, so that the answer takes as long.
  private let stranger: String

  init(cost: PasswordCost) throws(ConsoleDataError) {
    guard sodium_init() >= 0 else { throw .noMemory }
    self.cost = cost
    stranger = Self.stranger(cost)
    // A hash that libsodium does not take would be refused at once, and so tell who has no account.
    guard crypto_pwhash_str_needs_rehash(stranger, cost.operations, cost.memoryBytes) == 0 else {
      throw .noMemory
    }
  }

  /// A hash that no password has, and that costs as much to check as any.
  ///
  /// Written down and not computed: that would take every start of the program a tenth of a second
  /// and 64 MB.
  private static func stranger(_ cost: PasswordCost) -> String {
    let salt = String(repeating: "A", count: 22)
    let hash = String(repeating: "A", count: 43)
    return "$argon2id$v=19$m=\(cost.memoryBytes / 1_024),t=\(cost.operations),p=1$\(salt)$\(hash)"
  }

  func hash(_ password: String) async throws(ConsoleDataError) -> String {
    let cost = cost
    let hash = try await inTurn(.known) { Self.hashed(password, cost) }
    guard let hash else { throw .noMemory }
    return hash
  }

  /// - Parameter hash: Nil for an unknown user; the answer is false then, after the same time.
  func verify(
    _ password: String, _ hash: String?, from origin: PasswordOrigin
  ) async throws(ConsoleDataError) -> Bool {
    let stored = hash ?? stranger
    let isRight = try await inTurn(origin) {
      crypto_pwhash_str_verify(stored, password, UInt64(password.utf8.count)) == 0
    }
    return isRight && hash != nil
  }

  private func inTurn<Output: Sendable>(
    _ origin: PasswordOrigin, _ work: @escaping @Sendable () -> Output
  ) async throws(ConsoleDataError) -> Output {
    try await queue.withTurn(origin) {
      await withCheckedContinuation { continuation in
        thread.async { continuation.resume(returning: work()) }
      }
    }
  }

  private static func hashed(_ password: String, _ cost: PasswordCost) -> String? {
    var output = [CChar](repeating: 0, count: csodium_password_hash_bytes())
    let status = crypto_pwhash_str(
      &output, password, UInt64(password.utf8.count), cost.operations, cost.memoryBytes)
    guard status == 0 else { return nil }
    return String(decoding: output.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
