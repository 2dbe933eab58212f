import Support

/// Secrets that are read again when a server refuses the sign-in.
package protocol RenewableSecrets: Sendable {
  var renewals: Int { get }

  /// Reads the secrets again.
  ///
  /// - Parameter renewals: How many there had been when the refused request was made.
  /// - Returns: True where a request would sign in with other secrets now.
  func renew(after renewals: Int) -> Bool
}

/// The configuration of a remote, made again from its secrets when one of them has changed.
package final class RenewableConfiguration<Configuration: Sendable>: RenewableSecrets {
  private struct State: Sendable {
    var current: Configuration
    var former: Configuration?
    var secrets: [String]
    var renewals = 0
  }

  private let read: @Sendable () throws -> [String]
  private let make: @Sendable () throws -> Configuration
  private let log: @Sendable () -> Void
  private let state: Locked<State>

  /// - Parameters:
  ///   - read: Reads every secret that can change.
  ///   - make: Makes the configuration with the secrets as they are.
  ///   - log: Called after each renewal.
  package init(
    read: @escaping @Sendable () throws -> [String],
    make: @escaping @Sendable () throws -> Configuration,
    log: @escaping @Sendable () -> Void
  ) throws {
    self.read = read
    self.make = make
    self.log = log
    state = Locked(State(current: try make(), secrets: try read()))
  }

  /// A configuration that stays as it is.
  package init(_ configuration: Configuration) {
    read = { [] }
    make = { configuration }
    log = {}
    state = Locked(State(current: configuration, secrets: []))
  }

  package var current: Configuration { state.withLock { $0.current } }

  /// The configurations whose secrets a response may repeat.
  package var known: [Configuration] {
    state.withLock { [$0.current] + ($0.former.map { [$0] } ?? []) }
  }

  package var renewals: Int { state.withLock { $0.renewals } }

  package func renew(after renewals: Int) -> Bool {
    state.withLock { state in
      // Another request was refused before this one, and the secrets were read for it.
      if state.renewals != renewals { return true }
      guard let secrets = try? read(), secrets != state.secrets, let new = try? make() else {
        return false
      }
      (state.former, state.current, state.secrets) = (state.current, new, secrets)
      state.renewals += 1
      log()
      return true
    }
  }
}
