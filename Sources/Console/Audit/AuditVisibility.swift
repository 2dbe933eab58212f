import ConsoleData
import HTTPKit
import Support
import SyncCore

/// How much of the audit somebody sees: what other pages keep from a role, the audit keeps too.
extension AuditEntry {
  /// The actions on accounts and sessions.
  fileprivate static let ofAccounts =
    [ConsoleAction.userEdit, .accountEdit, .sessionEnd].map(\.rawValue) + [AuditRecord.sessionStart]

  /// Who may see the values of an action's entries; nil for everybody.
  private var visibility: ConsoleAction? {
    if record.action == ConsoleAction.storeEdit.rawValue { return .settingsView }
    return Self.ofAccounts.contains(record.action) ? .userView : nil
  }

  /// Entries about accounts and sessions are for admins and for whoever did it.
  func demandVisibility(_ context: PageContext) throws {
    guard visibility == .userView, record.who !== context.who else { return }
    try context.demand(.userView)
  }

  /// True when the entry has values that are for others.
  func isHidden(from context: PageContext) -> Bool {
    guard record.before != nil || record.after != nil, let visibility else { return false }
    return !context.may(visibility)
  }

  /// The entry without the values that are covered for `context`.
  fileprivate func covered(
    for context: PageContext, _ services: ConsoleServices
  ) async throws
    -> AuditEntry
  {
    guard record.before != nil || record.after != nil || !record.names.isEmpty,
      let store = record.store, services.covers(store, for: context)
    else { return self }
    var entry = self
    let sync: SyncContext
    do {
      guard let open = try await services.stores.context(of: store) else { return self }
      sync = open
    } catch {
      // The store's columns are not known while its file cannot be used: no value is shown.
      (entry.record.before, entry.record.after, entry.record.names) = (nil, nil, [])
      return entry
    }
    // A column that is masked by now may have been their name then.
    entry.record.names.removeAll { !sync.maskedColumns(of: $0.row.table).isEmpty }
    ValueMasking.$isOn.withValue(true) {
      entry.record.before = record.before.map(sync.covered)
      entry.record.after = record.after.map(sync.covered)
    }
    return entry
  }

  /// The same, without what its role keeps from `context` either.
  func seen(by context: PageContext, _ services: ConsoleServices) async throws -> AuditEntry {
    try await seen(by: context).covered(for: context, services)
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

extension ConsoleServices {
  /// A token of one store has to do with the entries of what it did there, and with no others.
  ///
  /// - Parameter entry: Nil for one that is not there, which such a token is not told.
  func demandOwn(
    _ entry: AuditEntry?, _ action: ConsoleAction, _ request: HTTPRequest, _ context: PageContext
  ) async throws {
    guard let store = context.principal?.onlyStore,
      entry?.record.store !== store || entry?.record.who !== context.who
    else { return }
    try await data.record(
      AuditRecord(
        who: context.who, address: context.address, action: action.rawValue,
        target: request.rawPath, result: .denied, reason: "token of store \(store)",
        requestID: context.requestID))
    throw ConsoleError.otherEntry(store)
  }
}

extension AuditFilter {
  /// The same without the entries that are not for `context`.
  func seen(by context: PageContext) -> AuditFilter {
    var filter = self
    filter.me = context.who
    filter.ownStore = context.principal?.onlyStore
    if !context.may(.userView) { filter.othersHidden = AuditEntry.ofAccounts }
    return filter
  }
}
