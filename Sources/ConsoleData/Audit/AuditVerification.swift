import SQLiteKit

/// What checking the chain of the audit's entries found.
public struct AuditVerification: Sendable, Equatable {
  public enum Fault: Sendable, Equatable {
    /// The entry's hash is not that of its fields and of the entry before it.
    case mismatch(entry: Int64)
    /// Entries are missing between these two.
    case gap(after: Int64, before: Int64)
    /// The newest entries are missing, up to this one.
    case cutOff(after: Int64, last: Int64)
    /// No entry has the hash that was asked for.
    case hashNotFound(String)
  }

  /// How many entries are intact, from the first on.
  public fileprivate(set) var count = 0
  /// The last of these; 0 for none.
  public fileprivate(set) var lastEntry: Int64 = 0
  /// Its hash; empty for none.
  public fileprivate(set) var lastHash = ""
  /// The first thing that is wrong; nil for an intact audit.
  public fileprivate(set) var fault: Fault?
}

extension ConsoleData {
  /// Checks every entry of the audit against its hash, from the first on.
  ///
  /// - Parameter known: The hash of an entry as it was noted elsewhere, which the audit must have.
  public func verifyAudit(containing known: String? = nil) async throws -> AuditVerification {
    let columns = AuditChain.columns
    let names = columns + AuditChain.rowColumns
    return try await database.read { connection in
      var result = AuditVerification()
      var isKnown = known == nil
      try connection.forEach(
        "SELECT \(names.joined(separator: ", ")), hash FROM audit ORDER BY id"
      ) { (row) throws(SQLiteError) in
        guard result.fault == nil else { return }
        let id = try row.decode(at: 0, as: Int64.self)
        let hash = try row.decode(at: names.count, as: String?.self)
        let fields = columns.indices.map { row[$0] }
        let subject = (columns.count..<names.count).map { row[$0] }
        guard hash == AuditChain.hash(fields, row: subject, after: result.lastHash) else {
          result.fault =
            id > result.lastEntry + 1
            ? .gap(after: result.lastEntry, before: id) : .mismatch(entry: id)
          return
        }
        (result.count, result.lastEntry, result.lastHash) = (result.count + 1, id, hash ?? "")
        if hash == known { isKnown = true }
      }
      guard result.fault == nil else { return result }
      let head = try AuditChain.head(connection)
      if head.hash != result.lastHash {
        result.fault = .cutOff(after: result.lastEntry, last: head.id)
      } else if let known, !isKnown {
        result.fault = .hashNotFound(known)
      }
      return result
    }
  }
}
