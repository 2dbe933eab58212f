import Support
import SyncCore

/// A pull preview that was shown to somebody.
struct PullPreview: CachedPreview {
  var key: String
  var store: String
  var at: Timestamp
  /// What was asked for, to be pulled like that; nil for every table.
  var tables: [String]?
  var isFull: Bool
  var queries: [TablePullPreview]
  /// Operations that the pull would push before, oldest first.
  var pushes: [PreviewedSend]
  var run: RunID?

  /// Its rows, as they are kept whole, and the operations.
  var weight: Int { queries.reduce(pushes.count) { $0 + $1.examples.count } }

  /// How many operations the pull would push before, by table.
  var pushedFirst: UTF8Dictionary<Int> {
    pushes.reduce(into: [:]) { counts, one in counts[one.table, default: 0] += 1 }
  }

  /// What a pull can be held against.
  var readable: [TablePullPreview] { queries.filter { $0.failure == nil } }

  /// Why nothing could be read of any table; nil when something was, or there is none.
  var failure: String? { readable.isEmpty ? queries.first?.failure : nil }
}
