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
  /// Why it is not sent; nil for other expectations.
  var blocked: BlockReason?
  /// In English, as the preview is kept.
  var evidence: String
  var fingerprint: String
  /// The status of the server's rejection last time; nil when there was none.
  var lastStatus: Int?

  init(_ operation: PreviewedOperation, name: String) {
    id = operation.operationID
    table = operation.table
    itemID = operation.itemID
    kind = operation.kind
    self.name = name
    method = operation.request.method
    size = operation.request.body?.utf8.count ?? 0
    expectation = operation.expectation
    blocked = operation.blocked
    evidence = operation.evidence
    fingerprint = operation.fingerprint
    lastStatus = operation.lastStatus
  }

  /// Its place in the list: what is to be looked at first has the lowest one.
  fileprivate var rank: Int {
    let reason = blocked.flatMap { BlockReason.Code.allCases.firstIndex(of: $0.code) }
    return expectation.rank + (reason ?? 0)
  }
}

extension PreviewLine: Searchable {
  var texts: [String] { [name, itemID, table, sentence] }
}

/// A push preview that was shown to somebody.
struct PushPreview: CachedPreview {
  var key: String
  var store: String
  var at: Timestamp
  /// Those to look at come first, then what is as expected, then what is not sent, by reason.
  var lines: [PreviewLine]
  var run: RunID?
  /// What it was taken of; nil for all tables.
  var tables: [String]?
  /// The operations that it was taken of; nil for all.
  var operations: [Int64]?

  init(key: String, store: String, at: Timestamp, lines: [PreviewLine]) {
    self.key = key
    self.store = store
    self.at = at
    let ranked = Dictionary(grouping: lines, by: \.rank)
    self.lines = ranked.sorted { $0.key < $1.key }.flatMap(\.value)
  }

  var weight: Int { lines.count }

  /// What a push of exactly this list would send.
  var sendable: [PreviewLine] { lines.filter { $0.expectation != .notSent } }

  /// Why the server said nothing about any of the operations; nil when it did, or when there was
  /// nothing to ask.
  var failure: String? {
    sendable.allSatisfy { $0.expectation == .unknown } ? sendable.first?.evidence : nil
  }
}

extension [PreviewLine] {
  /// How many are not sent for each reason; what a person can settle comes first.
  var blockedCounts: [(reason: BlockReason.Code, count: Int)] {
    BlockReason.Code.allCases.compactMap { reason in
      let count = self.count { $0.blocked?.code == reason }
      return count > 0 ? (reason, count) : nil
    }
  }
}

extension PreviewedOperation.Expectation {
  /// What is to be looked at first has the lowest one, what is not sent the highest.
  fileprivate var rank: Int {
    switch self {
    case .conflict, .missing, .rejectedBefore, .unknown: 0
    case .alreadyDone: 1
    case .accepted: 2
    case .notSent: 3
    }
  }
}
