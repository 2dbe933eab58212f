import Localization
import Support
import SyncCore
import SyncInspection

extension ErrorListPage {
  /// More columns than this are counted, not named.
  private static let namedMax = 3

  /// What tells an error from the others of its cause: the columns that it is about, and how often it
  /// was sent; its message where that is all there is.
  ///
  /// - Parameter headline: What stands above the errors of the cause.
  func details(of error: OperationError, besides headline: String?) -> String {
    let own = error.headline === headline ?? "" ? nil : error.headline
    let attempts = attempts[error.operationID] ?? 0
    let facts = [
      own, columns(of: error), attempts > 0 ? Format.count(attempts, "attempt") : nil,
    ].compactMap(\.self)
    return facts.isEmpty ? error.headline : facts.joined(separator: " · ")
  }

  /// The columns that both sides changed, or that the rejected change is about; nil for none, and for a
  /// row that only one side has.
  private func columns(of error: OperationError) -> String? {
    guard let local = error.local, let base = error.base else { return nil }
    let server = error.isConflict ? error.server : nil
    let names = (columns[error.table] ?? []).filter { !$0.isSystem }.map(\.name).filter { name in
      let mine = local.value(name)
      guard mine != base.value(name) else { return false }
      return server.map { $0.value(name) != base.value(name) && $0.value(name) != mine } ?? true
    }
    guard names.count > Self.namedMax else {
      return names.isEmpty ? nil : names.joinedAsList()
    }
    let others = Format.count(names.count - Self.namedMax, "more column")
    return (names.prefix(Self.namedMax) + [others]).joinedAsList()
  }
}
