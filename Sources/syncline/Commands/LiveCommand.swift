import Console
import JSONKit
import Support
import SyncCore

/// `live`: follows the change stream of a store's server, as the console does for a live store.
enum LiveCommand {
  /// How often it looks for news to tell.
  private static let pause = Duration.milliseconds(200)

  /// - Returns: The exit status: 1 where the server has no change stream.
  static func run(_ session: StoreSession, _ arguments: ParsedArguments) async throws -> Int32 {
    let center = LiveCenter(
      [session.name], data: session.console, runs: session.runs, opened: session.opened,
      log: { Output.error(TextTable.printable($0)) })
    let follower = Task { await center.run() }
    let teller = Task { await tell(of: center, session.name, asJSON: arguments.has("json")) }
    let stopper = Task {
      await StopSignal.wait()
      teller.cancel()
    }
    let isSupported = await teller.value
    stopper.cancel()
    follower.cancel()
    await follower.value
    return isSupported ? 0 : 1
  }

  /// Prints each change of the status until the task is cancelled.
  ///
  /// - Returns: False where the server has no change stream.
  private static func tell(
    of center: LiveCenter, _ store: String, asJSON isJSON: Bool
  ) async -> Bool {
    var last: LiveStatus?
    while !Task.isCancelled, !Output.isLost {
      if let status = await center.status(of: store), status != last {
        let text = isJSON ? status.json.serializedText : status.news(since: last)
        if let text { Output.line(text) }
        if case .unsupported = status.phase { return false }
        last = status
      }
      try? await Task.sleep(for: pause)
    }
    return true
  }
}

extension LiveStatus {
  /// A line for a terminal; nil where nothing is to be told.
  fileprivate func news(since last: LiveStatus?) -> String? {
    if let last, last.phase == phase {
      return rows > last.rows ? "\(counted(rows - last.rows, "row")) pulled." : nil
    }
    switch phase {
    case .connecting: return "Connecting to the server's change stream."
    case .connected:
      return "Connected: changes on the server are pulled at once. Press Ctrl-C to stop."
    case .waiting(let reason, _): return "Disconnected. \(reason) Trying again."
    case .offline: return "The store is offline. Waiting until it is online again."
    case .unsupported(let reason): return "\(reason) Changes come with the next pull."
    }
  }
}
