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
    rows.sort { key($0).utf8Key < key($1).utf8Key }
    if let cursor = request.cursor {
      rows = rows.filter { key($0).utf8Key > cursor.utf8Key }
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
    let left = rows.filter { $0.id.utf8Key > (parts?.last ?? "").utf8Key }
    let page = Array(left.prefix(min(request.pageSize, rules.pageMax)))
    guard page.count < left.count, let last = page.last else {
      return PullPage(records: page, token: token.isEmpty ? nil : token, asOf: rules.clock)
    }
    let next = "\(token) \(last.id)"
    return PullPage(
      records: page, asOf: rules.clock, next: next, place: rules.hidesPlaces ? nil : next)
  }

  func identities(_ table: String, after cursor: String?, pageSize: Int) -> IdentityPage {
    let rows = rows(table).filter { $0.id.utf8Key > (cursor ?? "").utf8Key }
    let page = rows.prefix(min(pageSize, rules.pageMax))
    return IdentityPage(
      identities: page.map {
        RowIdentity(
          id: $0.id, version: $0.version, updatedAt: $0.updatedAt, deleted: $0.deleted)
      },
      next: page.count < rows.count ? page.last?.id : nil)
  }
}
