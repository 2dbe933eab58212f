import ConsoleData

/// How much of the audit somebody sees: what other pages keep from a role, the audit keeps too.
extension AuditEntry {
  /// The actions on accounts and sessions.
  fileprivate static let ofAccounts =
    [ConsoleAction.userEdit, .accountEdit, .sessionEnd].map(\.rawValue) + ["session.start"]

  /// Who may see the values of an action's entries; nil for everybody.
  private var sight: ConsoleAction? {
    if record.action == ConsoleAction.storeEdit.rawValue { return .settingsView }
    return Self.ofAccounts.contains(record.action) ? .userView : nil
  }

  /// Entries about accounts and sessions are for admins and for whoever did it.
  func demandSight(_ context: PageContext) throws {
    guard sight == .userView, record.who != context.who else { return }
    try context.demand(.userView)
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

extension AuditFilter {
  /// The same without the entries that are not for `context`.
  func seen(by context: PageContext) -> AuditFilter {
    var filter = self
    if !context.may(.userView) {
      (filter.othersHidden, filter.me) = (AuditEntry.ofAccounts, context.who)
    }
    return filter
  }
}
