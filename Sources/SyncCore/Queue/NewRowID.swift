internal import Support

extension SyncContext {
  /// The id of a new row: the one that was given, where the remote takes ids, else one by its rule.
  func newRowID(_ given: String?, in table: String) throws -> String {
    guard let given else { return remote.newID(for: table, uuid: random.uuid()) }
    if let reason = RowID.objection(to: given) { throw SyncError.invalidID(reason) }
    guard remote.assigning == nil else {
      throw SyncError.invalidID(IDRefusal.serverGivesIDs)
    }
    return given
  }

  /// The id that a change is made with.
  func id(of change: RowChange) throws -> String {
    if change.kind == .insert { return try newRowID(change.id, in: change.table) }
    guard let id = change.id else { throw SyncError.invalidID(IDRefusal.missing) }
    return id
  }
}
