import Support
import SyncCore

/// A pull preview that was shown to somebody.
struct PullPreview: ShelvedPreview {
  var key: String
  var store: String
  var at: Timestamp
  /// What was asked for, to be pulled like that; nil for every table.
  var tables: [String]?
  var isFull: Bool
  var queries: [TablePullPreview]
  /// Operations that the pull would push before, by table.
  var pushedFirst: [String: Int]
  var run: RunID?

  /// Its rows, as they are kept whole.
  var weight: Int { queries.reduce(0) { $0 + $1.examples.count } }

  /// What a pull can be held against.
  var readable: [TablePullPreview] { queries.filter { $0.failure == nil } }
}
