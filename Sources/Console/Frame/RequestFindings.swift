import Support

/// What a handler found out that the frame round its page needs too, so that it is read once.
final class RequestFindings: Sendable {
  private let summaries = Locked<[String: StoreSummary]>([:])

  func note(_ summary: StoreSummary, of store: String) {
    summaries.withLock { $0[store] = summary }
  }

  func summary(of store: String) -> StoreSummary? { summaries.withLock { $0[store] } }
}
