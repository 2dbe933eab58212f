import Support
package import SyncCore

/// Reads many rows by their ids, in requests of a limited size.
package struct RowsByID {
  private let partSize: Int
  private let mayOmitRows: Bool

  /// - Parameters:
  ///   - partSize: Maximum number of ids in one request.
  ///   - mayOmitRows: True for a server with a limit of its own: it is asked again for the ids that
  ///     a response left out, until one shows none of them.
  package init(partSize: Int, mayOmitRows: Bool) {
    self.partSize = partSize
    self.mayOmitRows = mayOmitRows
  }

  /// - Returns: The rows that the server has, in any order.
  package func read<Row>(
    _ ids: [String], id: (Row) -> String, _ request: ([String]) async throws(RemoteError) -> [Row]
  ) async throws(RemoteError) -> [Row] {
    var found: [Row] = []
    var rest = ids[...]
    while !rest.isEmpty {
      var part = Array(rest.prefix(partSize))
      rest = rest.dropFirst(partSize)
      while !part.isEmpty {
        let rows = try await request(part)
        found += rows
        let shown = UTF8Set(rows.map(id))
        let missing = part.filter { !shown.contains($0) }
        guard mayOmitRows, missing.count < part.count else { break }
        part = missing
      }
    }
    return found
  }
}
