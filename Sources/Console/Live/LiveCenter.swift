package import ConsoleData
import Localization
package import Support
import SyncCore

/// What a ``LiveFollower`` works with.
struct LiveServices: Sendable {
  let data: ConsoleData
  let runs: RunCenter
  let stores: RunCenter.Stores
  let time: any TimeSource
  let random: RandomSource
  let log: @Sendable (String) -> Void
}

/// Keeps the stores with `"live": true` connected to their servers' change streams.
package actor LiveCenter {
  /// Who asked for a run, in the list of runs and in the audit.
  package static let name = "live"

  private struct Following {
    var follower: LiveFollower
    var task: Task<Void, Never>
  }

  private let services: LiveServices
  private var stores: UTF8Set
  private var following: UTF8Dictionary<Following> = [:]
  private var isRunning = false

  /// - Parameters:
  ///   - stores: By name.
  ///   - log: Receives why a stream was lost.
  package init(
    _ stores: UTF8Set, data: ConsoleData, runs: RunCenter, time: any TimeSource = SystemTime(),
    random: RandomSource = .system, opened: @escaping RunCenter.Stores,
    log: @escaping @Sendable (String) -> Void
  ) {
    self.stores = stores
    services = LiveServices(
      data: data, runs: runs, stores: opened, time: time, random: random, log: log)
  }

  /// Follows until the task is cancelled.
  package func run() async {
    isRunning = true
    follow()
    // Followers work by themselves; this waits for the end alone.
    while (try? await Task.sleep(for: .seconds(3_600))) != nil {}
    isRunning = false
    let tasks = following.values.map(\.task)
    follow()
    for task in tasks { await task.value }
  }

  package func setStores(_ stores: UTF8Set) {
    self.stores = stores
    follow()
  }

  /// Nil for a store that is not live.
  package func status(of store: String) async -> LiveStatus? {
    await following[store]?.follower.status
  }

  /// Follows what a webhook told; a store that is not live hears nothing.
  func hear(_ change: ServerChange, store: String) { following[store]?.follower.hear(change) }

  private func follow() {
    let wanted = isRunning ? stores : []
    for (name, known) in following where !wanted.contains(name) {
      known.task.cancel()
      following[name] = nil
    }
    for name in wanted where following[name] == nil {
      let follower = LiveFollower(store: name, services: services)
      // What it keeps about a loss is English, whoever switched it on.
      let task = inEnglish { Task { await follower.run() } }
      following[name] = Following(follower: follower, task: task)
    }
  }
}
