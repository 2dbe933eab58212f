import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection

/// What every change of rows leaves behind: an audit entry, with its inverse where there is one.
struct RowActions: Sendable {
  let services: ConsoleServices
  let store: StoreHandle
  let table: String
  let context: PageContext

  /// More rows than this are not taken back with one click: the audit keeps a line for each.
  static let undoMax = SyncTable.keptByDeleteMax

  var rows: SyncTable { store.sync.table(table) }

  var softDelete: SoftDelete { store.softDelete(of: table) }

  var followUpPush: FollowUpPush {
    FollowUpPush(services: services, store: store, context: context)
  }

  /// - Parameters:
  ///   - row: The id of the one row that it was done to; nil for several.
  ///   - undo: The inverse; nil when there is none.
  /// - Returns: The entry's number, for the Undo button; nil when nothing can be taken back.
  func note(
    _ action: ConsoleAction, row: String? = nil, count: Int, reason: String? = nil,
    before: JSONValue? = nil, after: JSONValue? = nil, undo: UndoPlan? = nil
  ) async throws -> Int64? {
    let entry = try await record(
      action, rows: row.map { [$0] } ?? [], count: count, reason: reason, before: before,
      after: after, undo: undo)
    return undo == nil ? nil : entry
  }

  /// As ``ActionAudit/announce(_:_:row:rows:reason:after:)``.
  func announce(
    _ action: ConsoleAction, rows: [String], reason: String? = nil, after: JSONValue? = nil
  ) async {
    let (target, row) = subject(rows)
    await audit.announce(
      action, target, row: row,
      rows: rows.prefix(ChangeAudit.shownMax).map { AuditRecord.Row(table, $0) }, reason: reason,
      after: after)
  }

  private var audit: ActionAudit {
    ActionAudit(services: services, context: context, store: store.name)
  }

  private func subject(_ rows: [String]) -> (target: String, row: AuditRecord.Row?) {
    guard rows.count == 1 else { return (table, nil) }
    return ("\(table) \(rows[0])", AuditRecord.Row(table, rows[0]))
  }

  /// - Parameter rows: The ids of the rows that it was done to; the entry names a single one.
  /// - Returns: The entry's number, whether it can be taken back or not; nil while the audit cannot be
  ///   written.
  func record(
    _ action: ConsoleAction, rows: [String], count: Int, reason: String? = nil,
    before: JSONValue? = nil, after: JSONValue? = nil, undo: UndoPlan? = nil
  ) async throws -> Int64? {
    let (target, row) = subject(rows)
    return try await audit.record(
      action, target, row: row, count: count, reason: reason, before: before, after: after,
      undo: undo)
  }

  /// The inverse of what was just done to these rows; nil when there are too many, or none is here.
  ///
  /// - Parameter deletions: When and by whom the rows had been deleted that were undeleted.
  func undo(
    _ action: UndoPlan.Action, _ ids: [String], deletions: UTF8Dictionary<Deletion> = [:]
  ) async throws -> UndoPlan? {
    guard !ids.isEmpty, ids.count <= Self.undoMax,
      let trace = StoreAction.current?.trace(in: store.sync)
    else { return nil }
    let rows = ids.compactMap { id in
      trace.fingerprint(table, id).map {
        UndoPlan.Row(id: id, fingerprint: $0.rawValue, deletion: deletions[id])
      }
    }
    guard !rows.isEmpty else { return nil }
    return UndoPlan(
      store: store.name, table: table, action: action, rows: rows, history: trace.history)
  }

  /// As ``UndoPlan/ofDeletion(_:_:of:in:_:)``.
  func undoOfDeletion(_ ids: [String], _ outcome: BulkOutcome) async throws -> UndoPlan? {
    try await UndoPlan.ofDeletion(ids, outcome, of: table, in: store.name, store.sync)
  }

  /// Leads to the row's page under the id that the server gave it; nil where it has none other.
  func movedRow(_ id: String, _ request: HTTPRequest) async throws -> HTTPResponse? {
    guard try await store.sync.row(table, id) == nil,
      let assigned = try await store.sync.assignedID(table, id)
    else { return nil }
    let link = Links.row(store.name, table, assigned)
    let query = request.rawQuery.isEmpty ? "" : "?" + request.rawQuery
    return .seeOther(link + (request.format.isEmpty ? "" : ".\(request.format)") + query)
  }

  /// The row's page, which leads back to the list that it was opened from.
  func link(to id: String, _ request: HTTPRequest) throws -> String {
    try ListOrigin(request).on(Links.row(store.name, table, id))
  }

  /// The row as the store has it; a 404 when it has none.
  ///
  /// - Parameter withHistory: With all versions that the server had.
  func detail(_ id: String, withHistory: Bool = false) async throws -> RowDetail {
    guard var detail = try await store.sync.row(table, id, withVersions: withHistory) else {
      throw SyncError.noSuchRow(table: table, id: id)
    }
    detail.why = try await services.why(detail, store)
    return detail
  }

  /// The name of the only row of `ids`, in quotes; nil of several, and of one that is not here.
  func name(ofOnly ids: [String]) async throws -> String? {
    guard ids.count == 1 else { return nil }
    return try await store.rowName(table, ids[0]).map { quoted($0) }
  }
}

extension StoreHandle {
  /// What the row is called, without values that are masked; nil where it is not here.
  func rowName(_ table: String, _ id: String) async throws -> String? {
    let row = try await ValueMasking.forAnswer { try await sync.row(table, id) }
    return row.map { RowTitle(columns: $0.columns).title($0.record) }
  }
}

extension SoftDelete {
  /// Whether a deleted row stays in the store.
  var keepsRows: Bool { self != .none }
}

extension ConsoleServices {
  /// The actions on the table that the request's path names.
  func rowActions(_ request: HTTPRequest, _ context: PageContext) async throws -> RowActions {
    RowActions(
      services: self, store: try await store(request), table: request.parameter("table"),
      context: context)
  }
}
