internal import SQLiteKit
package import Support
package import SyncCore

/// A version that the server had of a row that was changed here too: of an open conflict, or of one
/// that was decided.
package struct ServerVersion: Sendable, Hashable {
  /// The number of the decided conflict; nil while it is open.
  package var conflict: Int64?
  /// When the server changed the row, where it tells; otherwise when this store learned of it.
  package var at: Timestamp
  package var record: Record
  /// The server's version before it, as this store had it.
  package var base: Record?
  /// How the conflict was decided, as ``DecidedConflict/resolution``; nil while it is open.
  package var resolution: String?
  /// True where rules decided.
  package var isRuled = false

  /// At most so many decided conflicts of a row are looked at.
  static let decidedMax = 50

  /// - Parameter open: The version of the open conflict.
  /// - Returns: Each version once, the newest first.
  static func all(
    of table: String, _ id: String, open: ServerVersion?, on connection: Connection
  ) throws -> [ServerVersion] {
    let decided = try DecidedConflicts.some(
      """
      "table" = ? AND itemId = ? AND server IS NOT NULL ORDER BY id DESC LIMIT \(decidedMax)
      """, [.text(table), .text(id)], on: connection)
    var all = open.map { [$0] } ?? []
    // A conflict that was decided again has the same version once more.
    for version in decided.compactMap(ServerVersion.init)
    where !all.contains(where: { $0.record == version.record }) {
      all.append(version)
    }
    return all.sorted { $0.at > $1.at }
  }

  /// How many ``all(of:_:open:on:)`` has, without reading their values.
  static func count(
    of table: String, _ id: String, open: ServerVersion?, on connection: Connection
  ) throws -> Int {
    let text = open.map { RecordCoding.text($0.record) }
    let decided = try connection.first(
      """
      SELECT count(DISTINCT server) FROM (
        SELECT server FROM syncline_conflicts WHERE "table" = ? AND itemId = ?
          AND server IS NOT NULL ORDER BY id DESC LIMIT \(decidedMax))
      WHERE server IS NOT ?
      """, [.text(table), .text(id), text.map(SQLiteValue.text) ?? .null]
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self) }
    return (decided ?? 0) + (open == nil ? 0 : 1)
  }
}

extension ServerVersion {
  init(open record: Record, base: Record?, seen: Timestamp) {
    self.init(at: record.updatedAt.flatMap { Timestamp($0) } ?? seen, record: record, base: base)
  }

  /// Nil where the server's version was not kept.
  init?(_ decided: DecidedConflict) {
    guard let server = decided.conflict.server else { return nil }
    self.init(open: server, base: decided.conflict.base, seen: decided.at)
    conflict = decided.id
    resolution = decided.resolution
    isRuled = !decided.rules.isEmpty
  }
}

extension RowDetail {
  /// The places of the entries in the history that the server does not have yet.
  package var unpushedPlaces: Range<Int> {
    let waits = operations.contains { $0.info.state != .sending && $0.info.state != .unknown }
    guard waits else { return 0..<0 }
    return 0..<(history.firstIndex { !$0.isOwnChange } ?? history.endIndex)
  }
}

extension HistoryEntry {
  /// False for what came from the server or went there, and for a change that was dropped.
  fileprivate var isOwnChange: Bool {
    switch source {
    case .local: true
    case .push, .pull: false
    case .resolve:
      switch resolution {
      case .keepLocal, .merge, .retry: true
      case .takeServer, .discard, .removeRow: false
      case nil: [HistoryEntry.undone, RowRepair.insertAgain.rawValue].contains(identical: kind)
      }
    }
  }
}
