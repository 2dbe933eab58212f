import HTTPKit
import JSONKit
import Support

/// `/$digest/T`: what a table holds, in a few bytes, for clients that compare it with their own.
///
/// GET with `?buckets=N` answers the digest of all rows, deleted ones included. POST with
/// `{"buckets":N,"list":[…]}` lists the rows of some buckets, with the sums of these buckets in the
/// same state. ``RowHash`` says how rows are hashed.
struct DigestHandler: Sendable {
  static let pattern = "/$digest/{table}"
  /// More rows than this are no list of differences.
  private static let rowsMax = 100_000

  let storage: any TableStorage

  func digest(_ request: HTTPRequest) async throws -> HTTPResponse {
    let buckets = try request.query().values("buckets").first.flatMap { Int($0) }
    let digest = try await storage.digest(
      of: try table(request), buckets: try checked(buckets))
    var json = JSONWriter()
    json.raw("{\"rows\":")
    json.write(.integer(Int64(digest.rows)))
    json.raw(",\"sums\":")
    json.write(Self.encoded(digest.sums))
    json.raw("}")
    return .json(json.bytes)
  }

  func list(_ request: HTTPRequest) async throws -> HTTPResponse {
    let body = try? JSONValue(parsing: request.body)
    let buckets = try checked(body?["buckets"]?.integer.flatMap { Int(exactly: $0) })
    let wanted = (body?["list"]?.array ?? []).map { $0.integer.flatMap { Int(exactly: $0) } ?? -1 }
    guard !wanted.isEmpty, wanted.allSatisfy({ (0..<buckets).contains($0) }) else {
      throw ServiceError.badBody("list must be numbers of buckets from 0 to \(buckets - 1).")
    }
    let found = try await storage.rows(
      of: try table(request), inBuckets: wanted, of: buckets, max: Self.rowsMax)
    guard let found else {
      throw ServiceError.badBody(
        "These buckets hold more than \(Self.rowsMax) rows. Ask for fewer.")
    }
    var json = JSONWriter()
    json.raw("{\"sums\":")
    json.write(Self.encoded(found.sums))
    json.raw(",\"rows\":[")
    for (position, row) in found.rows.enumerated() {
      if position > 0 { json.raw(",") }
      json.write(
        .array([row.id, row.version, row.updatedAt].map { .string($0) } + [.bool(row.deleted)]))
    }
    json.raw("]}")
    return .json(json.bytes)
  }

  private func table(_ request: HTTPRequest) throws(ServiceError) -> String {
    let table = request.parameter("table")
    guard Name.isValid(table), !Name.isReservedForTables(table) else {
      throw .badTableName(table)
    }
    return table
  }

  private func checked(_ buckets: Int?) throws(ServiceError) -> Int {
    guard let buckets, RowDigest.isBucketCount(buckets) else {
      throw .badQuery("buckets must be a power of two, at most \(RowDigest.bucketsMax).")
    }
    return buckets
  }

  /// Eight bytes for each sum, the highest first, in base64.
  private static func encoded(_ sums: [UInt64]) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(sums.count * 8)
    for sum in sums {
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: sum >> UInt64(shift)))
      }
    }
    return Base64.encode(bytes)
  }
}
