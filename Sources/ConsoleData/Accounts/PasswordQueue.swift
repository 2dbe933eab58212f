import Support

/// Who shows a password, which decides how long the check may wait.
public enum PasswordOrigin: Sendable, Equatable {
  /// Somebody who signed in before, from this browser or in this session.
  case known
  case stranger(address: String)
}

/// Lets one password be hashed at a time, and keeps the queue for it short.
///
/// A hash takes a tenth of a second and 64 MiB, so a flood of sign-ins would keep everybody waiting:
/// beyond the limits a check is refused at once. Known browsers go first.
final class PasswordQueue: Sendable {
  static let strangersMax = 16
  /// Of one network, so that it cannot fill the queue.
  static let strangersOfNetworkMax = 8
  static let knownMax = 32

  private typealias Turn = CheckedContinuation<ConsoleDataError?, Never>

  private enum Entry {
    case begins, waits
    case refused(ConsoleDataError)
  }

  private struct Stranger {
    let network: ClientNetwork
    let turn: Turn
  }

  private struct State {
    var isBusy = false
    var known: [Turn] = []
    var strangers: [Stranger] = []

    mutating func enter(_ origin: PasswordOrigin, _ turn: Turn) -> Entry {
      guard isBusy else {
        isBusy = true
        return .begins
      }
      switch origin {
      case .known:
        guard known.count < knownMax else { return .refused(.passwordChecksBusy) }
        known.append(turn)
      case .stranger(let address):
        let network = ClientNetwork(address)
        let beside = strangers.count { $0.network == network }
        guard beside < strangersOfNetworkMax else { return .refused(.passwordChecksBusyHere) }
        guard strangers.count < strangersMax else { return .refused(.passwordChecksBusy) }
        strangers.append(Stranger(network: network, turn: turn))
      }
      return .waits
    }

    mutating func leave() -> Turn? {
      if !known.isEmpty { return known.removeFirst() }
      if !strangers.isEmpty { return strangers.removeFirst().turn }
      isBusy = false
      return nil
    }
  }

  private let state = Locked(State())

  /// Runs `work` when its turn comes.
  ///
  /// - Throws: That the queue is full.
  func withTurn<Output: Sendable>(
    _ origin: PasswordOrigin, _ work: () async -> Output
  ) async throws(ConsoleDataError) -> Output {
    let refusal = await withCheckedContinuation { (turn: Turn) in
      switch state.withLock({ $0.enter(origin, turn) }) {
      case .begins: turn.resume(returning: nil)
      case .waits: break
      case .refused(let error): turn.resume(returning: error)
      }
    }
    if let refusal { throw refusal }
    let output = await work()
    state.withLock { $0.leave() }?.resume(returning: nil)
    return output
  }
}
