import HTTPKit

/// GET /tables/T/ID.
struct ReadHandler: Sendable {
  let storage: any TableStorage
  let configuration: TableServiceConfiguration

  func respond(to request: HTTPRequest) async throws -> HTTPResponse {
    let call = try TableCall(request, configuration)
    return try answer(call, try await storage.row(call.id, of: call.table))
  }

  /// The same on the calling thread; nil when that would take waiting.
  func respondAtOnce(to request: HTTPRequest) throws -> HTTPResponse? {
    let call = try TableCall(request, configuration)
    guard case .row(let row) = try storage.quickRow(call.id, of: call.table) else { return nil }
    return try answer(call, row)
  }

  private func answer(_ call: TableCall, _ row: StoredRow?) throws -> HTTPResponse {
    let names = try ListOptions(call: call, configuration: configuration).columns()
    guard let row else { throw call.notFound }
    // In version 2.0.0 a deleted row has no address; lists show it.
    if call.hides(row), call.version == .v2 || !call.includesDeleted { throw call.gone }
    if call.version == .v3 {
      let conditions = Preconditions(call.request.headers)
      if conditions.isStale(row) { return try RowResponse.answer(row, call, status: 412) }
      if conditions.isFresh(row) { return RowResponse.notModified(row, call) }
    }
    return try RowResponse.answer(row, call, status: 200, only: names)
  }
}
