import Support
import SyncCore

extension FakeServer {
  /// Rows in the order of stamp and id, from a little before the token on.
  func page(_ request: PullRequest) throws(RemoteError) -> PullPage {
    let rules = self.rules
    var rows = rows(request.table)
    if let filter = request.filter {
      guard let matches = rules.filters[filter] else {
        throw .rejected(status: 400, detail: "The filter can't be read.")
      }
      rows = rows.filter(matches)
    }
    if rules.readsTablesByID, request.token == nil { return pageByID(rows, request) }
    let key = { (record: Record) in "\(record.updatedAt ?? "") \(record.id)" }
    rows.sort { key($0) < key($1) }
    if let cursor = request.cursor {
      rows = rows.filter { key($0) > cursor }
    } else if let start = request.start {
      rows = rows.filter { $0.updatedAt.flatMap { Timestamp($0) } ?? .epoch >= start }
    }
    let page = Array(rows.prefix(min(request.pageSize, rules.pageMax)))
    return PullPage(
      records: page, columns: rules.columns[request.table] ?? [], token: page.last?.updatedAt,
      asOf: rules.clock, next: page.count < rows.count ? page.last.map(key) : nil)
  }

  /// The token is from before the walk, so that it never runs ahead of a change made meanwhile.
  private func pageByID(_ rows: [Record], _ request: PullRequest) -> PullPage {
    let parts = request.cursor?.split(separator: " ", maxSplits: 1).map(String.init)
    let token = parts?.first ?? rows.compactMap(\.updatedAt).max() ?? ""
    let left = rows.sorted { $0.id < $1.id }.filter { $0.id > parts?.last ?? "" }
    let page = Array(left.prefix(min(request.pageSize, rules.pageMax)))
    guard page.count < left.count, let last = page.last else {
      return PullPage(records: page, token: token.isEmpty ? nil : token, asOf: rules.clock)
    }
    let next = "\(token) \(last.id)"
    return PullPage(
      records: page, asOf: rules.clock, next: next, place: rules.hidesPlaces ? nil : next)
  }

  func identities(_ table: String, after cursor: String?, pageSize: Int) -> IdentityPage {
    let rows = rows(table).filter { $0.id > cursor ?? "" }
    let page = rows.prefix(min(pageSize, rules.pageMax))
    return IdentityPage(
      identities: page.map {
        RowIdentity(
          id: $0.id, version: $0.version, updatedAt: $0.updatedAt, deleted: $0.deleted)
      },
      next: page.count < rows.count ? page.last?.id : nil)
  }
}
