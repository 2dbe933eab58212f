import Support
import SyncCore

/// One operation of a preview as its page shows it, without the rows that it was made from.
struct PreviewLine: Sendable, Equatable {
  var id: Int64
  var table: String
  var itemID: String
  var kind: OperationKind
  /// The row's name for people.
  var name: String
  var method: String
  /// Bytes of the request's body.
  var size: Int
  var expectation: PreviewedOperation.Expectation
  var evidence: String
  var fingerprint: String

  init(_ operation: PreviewedOperation, name: String) {
    id = operation.operationID
    table = operation.table
    itemID = operation.itemID
    kind = operation.kind
    self.name = name
    method = operation.request.method
    size = operation.request.body?.utf8.count ?? 0
    expectation = operation.expectation
    evidence = operation.evidence
    fingerprint = operation.fingerprint
  }
}

/// A push preview that was shown to somebody.
struct PushPreview: Sendable, Equatable {
  var key: String
  var store: String
  var at: Timestamp
  /// Those to look at come first, then what is as expected, then what is not sent.
  var lines: [PreviewLine]
  /// The run that it was used for; nil while nobody did.
  var run: RunID?

  init(key: String, store: String, at: Timestamp, lines: [PreviewLine]) {
    self.key = key
    self.store = store
    self.at = at
    self.lines = (0..<PreviewedOperation.Expectation.rankCount).flatMap { rank in
      lines.filter { $0.expectation.rank == rank }
    }
  }

  /// What a push of exactly this list would send.
  var sendable: [PreviewLine] { lines.filter { $0.expectation != .notSent } }
}

extension PreviewedOperation.Expectation {
  fileprivate static let rankCount = 4

  /// What is to be looked at first has the lowest one.
  fileprivate var rank: Int {
    switch self {
    case .conflict, .missing, .unknown: 0
    case .alreadyDone: 1
    case .accepted: 2
    case .notSent: 3
    }
  }
}

/// Keeps push previews for a while, so that their pages can be turned and exactly such a list be
/// sent, however long it is.
///
/// In memory alone: a preview that is gone is taken anew within seconds.
final class PreviewShelf: Sendable {
  static let milliseconds: Int64 = 3_600_000
  static let previewsMax = 100
  static let linesMax = 100_000

  private let previews = Locked<[PushPreview]>([])

  func put(_ preview: PushPreview) {
    previews.withLock { previews in
      previews.removeAll { $0.isOver(preview.at) }
      previews.append(preview)
      while previews.count > 1,
        previews.count > Self.previewsMax
          || previews.reduce(0, { $0 + $1.lines.count }) > Self.linesMax
      {
        previews.removeFirst()
      }
    }
  }

  /// Nil for one that is too old, or that was never there.
  func preview(_ key: String, store: String, now: Timestamp) -> PushPreview? {
    previews.withLock { previews in
      previews.first { $0.key == key && $0.store == store && !$0.isOver(now) }
    }
  }

  /// Notes that `run` sends what the preview shows.
  func use(_ key: String, for run: RunID) {
    previews.withLock { previews in
      guard let index = previews.firstIndex(where: { $0.key == key }) else { return }
      previews[index].run = run
    }
  }
}

extension PushPreview {
  fileprivate func isOver(_ now: Timestamp) -> Bool {
    now.milliseconds - at.milliseconds > PreviewShelf.milliseconds
  }
}
