import HTTPClient
import JSONKit

/// A server of a history: it takes the adapter's requests as bytes and logs every commit.
protocol SimulatedService: AnyObject, Sendable {
  var time: SkewedTime { get }
  var log: ServiceLog { get }
  /// True where the server gives new rows their ids.
  var assignsIDs: Bool { get }
  /// Where the row stands in the order that delta tokens follow.
  func place(of row: RowImage) -> String?

  /// Performs a request in the name of `author`.
  ///
  /// - Parameter reads: How many commits there were when the author last read a row, by server id.
  func perform(
    _ request: ClientRequest, by author: String, after reads: [String: Int]
  ) async throws(HTTPClientError) -> ClientResponse

  /// A write that somebody else makes to a row, with or without a column that is new.
  func write(_ id: String, _ values: JSONObject) async
  func delete(_ id: String) async
  func undelete(_ id: String) async
  /// Removes a row from the database, behind the service's back.
  func removeFromDatabase(_ id: String) async throws
  func close() async
  /// Names the row that a store gave an id.
  func name(_ id: String, _ name: String)
}

extension SimulatedService {
  func place(of row: RowImage) -> String? { row.updatedAt }

  func name(_ id: String, _ name: String) {}
  var commits: [ServiceCommit] { log.commits }
  /// The rows as they are now, tombstones included.
  var rows: [String: RowImage] { log.rows }
  var violation: InvariantViolation? { log.violation }
}
