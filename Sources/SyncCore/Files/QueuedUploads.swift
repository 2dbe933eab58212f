import JSONKit
import Support

/// Why a queued file was not uploaded, so that its row is not sent.
struct FileRefusal: Sendable, Hashable {
  let name: String
  /// The server's; nil where it did not answer.
  let status: Int?
  let reason: String
}

/// What became of the files of operations that are about to be sent.
struct QueuedUploads: Sendable {
  /// What the columns held before, by operation.
  private(set) var uploaded: [Int64: [(column: String, file: QueuedFileReference)]] = [:]
  /// Why files were not uploaded, by operation.
  var refusals: [Int64: FileRefusal] = [:]
  /// Tables whose files the sign-in may not upload, with the server's reason.
  var refusedTables: UTF8Dictionary<String> = [:]
  /// Why no more is uploaded now.
  var stop: PushStop?

  mutating func note(_ file: QueuedFileReference, in column: String, of operation: Int64) {
    uploaded[operation, default: []].append((column, file))
  }

  /// The change as a preview showed it, before its files were uploaded.
  func asPreviewed(_ change: Change, of operation: Int64) -> Change {
    var change = change
    for (column, file) in uploaded[operation] ?? [] {
      if change.values[column] != nil { change.values[column] = file.value }
      if change.allValues[column] != nil { change.allValues[column] = file.value }
    }
    return change
  }
}
