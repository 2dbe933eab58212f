import Localization
import Support
import SyncCore
import SyncInspection

extension RowVersion {
  /// A side of a conflict that was decided.
  enum Side: String, CaseIterable {
    case local, server

    fileprivate static let prefix = "decision"

    /// Names the side of a decision in an address.
    func key(of decision: Int64) -> String { "\(Self.prefix)-\(decision)-\(rawValue)" }

    /// The button that brings it back.
    var restoreLabel: String {
      switch self {
      case .local: localized("Restore local version…")
      case .server: localized("Restore server version…")
      }
    }

    var title: String {
      switch self {
      case .local: localized("local version before the rule")
      case .server: localized("server version before the rule")
      }
    }
  }

  /// A side of a decided conflict of this row; nil where `key` names none.
  static func ofDecision(
    _ key: String?, of detail: RowDetail, in table: String, _ store: StoreHandle
  ) async throws -> RowVersion? {
    let parts = (key ?? "").split(separator: "-").map(String.init)
    guard let key, parts.count == 3, parts[0] == Side.prefix, let id = Int64(parts[1]),
      let side = Side(rawValue: parts[2]),
      let conflict = try await store.sync.decidedConflict(id)?.conflict,
      conflict.table === table, conflict.itemID === detail.record.id,
      let record = side == .local ? conflict.local : conflict.server
    else { return nil }
    return RowVersion(key: key, title: side.title, record: record)
  }
}
