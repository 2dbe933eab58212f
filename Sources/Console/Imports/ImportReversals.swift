import Localization
import Support
import SyncCore

/// Imports that are being taken back, each by its entry of the audit.
///
/// That takes its time for many rows, so it goes on when whoever asked for it goes away. Which rows
/// are left to do is in the store: what breaks off, by a kill too, is gone on with by the same entry.
final class ImportReversals: Sendable {
  /// One of them.
  final class Work: Sendable {
    enum Stage: BackgroundStage {
      case working(done: Int, of: Int)
      case done(ImportUndoOutcome)
      /// It cannot be taken back, for this reason; nothing was changed.
      case refused(String)
      /// It broke off, for this reason; what was done stays.
      case brokenOff(String, status: Int)

      var isSettled: Bool {
        if case .working = self { false } else { true }
      }
    }

    let entry: Int64
    let store: String
    let table: String
    let at: Timestamp
    private let state = Locked(Stage.working(done: 0, of: 0))
    fileprivate let task = Locked<Task<Void, Never>?>(nil)

    fileprivate init(entry: Int64, store: String, table: String, at: Timestamp) {
      self.entry = entry
      self.store = store
      self.table = table
      self.at = at
    }

    var stage: Stage { state.withLock { $0 } }

    func enter(_ stage: Stage) { state.withLock { $0 = stage } }

    /// Waits for its end, if that comes within `time`; nil waits for however long it takes.
    func settle(within time: Duration?) async -> Stage {
      guard let time else {
        await task.withLock { $0 }?.value
        return stage
      }
      return await Stage.settle(stage, within: time)
    }
  }

  /// What has ended is shown for this long.
  private static let seconds = 3_600.0

  private struct State {
    var works: [Int64: Work] = [:]
    var isStopping = false
  }

  private let state = Locked(State())

  /// What an entry takes back, or took back not long ago.
  func work(of entry: Int64) -> Work? { state.withLock { $0.works[entry] } }

  /// Begins to take an import back, or answers what does so already; nil while the program ends.
  func begin(
    _ entry: Int64, store: String, table: String, at now: Timestamp,
    _ perform: @escaping @Sendable (Work) async -> Void
  ) -> Work? {
    state.withLock { state in
      guard !state.isStopping else { return nil }
      if let work = state.works[entry], !work.stage.isSettled { return work }
      state.works = state.works.filter {
        !$0.value.stage.isSettled || now.seconds(since: $0.value.at) < Self.seconds
      }
      let work = Work(entry: entry, store: store, table: table, at: now)
      state.works[entry] = work
      // Whoever looks is shown the same end.
      work.task.withLock { task in task = inEnglish { Task { await perform(work) } } }
      return work
    }
  }

  /// Ends what is under way after its batch.
  func stop() async {
    let works = state.withLock { state in
      state.isStopping = true
      return state.works.values.compactMap { work in work.task.withLock { $0 } }
    }
    for work in works { work.cancel() }
    for work in works { await work.value }
  }
}
