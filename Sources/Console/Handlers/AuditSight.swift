import ConsoleData

/// How much of the audit somebody sees: what other pages keep from a role, the audit keeps too.
extension AuditEntry {
  /// Who may see the values of an action's entries; nil for everybody.
  private var sight: ConsoleAction? {
    switch ConsoleAction(rawValue: record.action) {
    case .storeEdit: .settingsView
    case .userEdit: .userView
    default: nil
    }
  }

  /// True when the entry has values that are for others.
  func isHidden(from context: PageContext) -> Bool {
    guard record.before != nil || record.after != nil, let sight else { return false }
    return !context.may(sight)
  }

  /// The entry without what `context` may not see.
  func seen(by context: PageContext) -> AuditEntry {
    guard isHidden(from: context) else { return self }
    var entry = self
    entry.record.before = nil
    entry.record.after = nil
    return entry
  }
}
