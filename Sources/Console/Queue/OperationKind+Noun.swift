import Support
import SyncCore

extension OperationKind {
  /// - Parameter name: As the history has it.
  init?(named name: String) {
    guard let kind = Self.allCases.first(where: { $0.name === name }) else { return nil }
    self = kind
  }

  /// `1 insert`, `3 inserts`.
  func counted(_ count: Int) -> String {
    switch self {
    case .insert: Format.count(count, "insert")
    case .update: Format.count(count, "update")
    case .delete: Format.count(count, "delete")
    case .undelete: Format.count(count, "undelete")
    }
  }
}
