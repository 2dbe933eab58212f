import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection

/// The store that a request is about.
struct StoreHandle: Sendable {
  let info: StoreInfo
  let sync: SyncContext

  var name: String { info.name }

  /// False where the server gives new rows their ids.
  var takesIDs: Bool { sync.remote.capabilities.contains(.clientIDs) }

  /// True where files can be put beside the rows.
  var keepsFiles: Bool { sync.remote.capabilities.contains(.files) }

  func softDelete(of table: String) -> SoftDelete { sync.settings.table(table).softDelete }

  /// True where the server decides whether a deleted row goes or stays as a tombstone: then no row
  /// can be deleted for good from here.
  ///
  /// A hard delete sends the same request whatever column marks the table's deleted rows here. Only
  /// settings that say that the table keeps none also say that the server keeps none.
  func keepsTombstones(of table: String) -> Bool {
    softDelete(of: table) != .none
      && sync.remote.capabilities.contains(.tombstones)
      && !sync.remote.capabilities.contains(.hardDelete)
  }

  /// How the table stands; a 404 for one that is neither configured nor in the store.
  func summary(of table: String) async throws -> TableSummary {
    guard let summary = try await sync.tables().first(where: { $0.name === table }) else {
      throw SyncError.noSuchTable(table)
    }
    return summary
  }

  /// The table's columns; those of the system for a table that no row has come to yet.
  func columns(of table: String) async throws -> [Column] {
    do {
      return try await sync.columns(of: table)
    } catch SyncError.noSuchTable {
      return SystemColumn.allCases.map { Column($0.rawValue, $0.type) }
    }
  }

  /// What these rows are called, deleted ones too; those that are not here are left out.
  func names(_ table: String, _ ids: [String]) async throws -> UTF8Dictionary<String> {
    let title = RowTitle(columns: try await columns(of: table))
    return try await sync.table(table).existing(ids).mapValues(title.title)
  }
}

extension SystemColumn {
  var type: ColumnType {
    switch self {
    case .id, .version: .text
    case .createdAt, .updatedAt: .date
    case .deleted: .boolean
    }
  }
}

extension ConsoleServices {
  /// The store that the path names; a 404 when there is none, a 503 while its file cannot be used.
  func store(_ request: HTTPRequest) async throws -> StoreHandle {
    try await open(storeInfo(request))
  }

  /// The store with its file; a 503 while that cannot be used.
  func open(_ info: StoreInfo) async throws -> StoreHandle {
    do {
      if let context = try await stores.context(of: info.name) {
        return StoreHandle(info: info, sync: context)
      }
    } catch let problem as StorageProblem {
      throw StorageErrorResponse(problem: problem, store: info.name)
    }
    throw ConsoleError.noSuchStore(info.name)
  }

  /// The store that the path names, whether its file can be used or not.
  func storeInfo(_ request: HTTPRequest) throws -> StoreInfo {
    let name = request.parameter("store")
    guard let info = stores.store(name) else { throw ConsoleError.noSuchStore(name) }
    return info
  }
}

extension ConsoleError {
  package static func noSuchStore(_ name: String) -> ConsoleError {
    ConsoleError(
      404, title: localized("There is no store \(name)"),
      reason: localized("No store of this name is configured here."), code: "no_such_store",
      links: [.init(localized("All stores"), Links.stores)])
  }
}

extension PageContext {
  /// What the pages of rows offer to this person.
  var rowPermissions: RowPermissions {
    RowPermissions(
      edits: may(.rowsEdit), deletes: may(.rowsDelete), undeletes: may(.rowsUndelete),
      hardDeletes: may(.rowsHardDelete), purges: may(.rowsPurge), syncs: may(.syncRun),
      asksServer: may(.serverView), retries: may(.queueRetry))
  }

  /// The same for one table.
  func rowPermissions(_ store: StoreHandle, _ table: String) -> RowPermissions {
    var permissions = rowPermissions
    permissions.keepsTombstones = store.keepsTombstones(of: table)
    guard let reason = store.sync.readOnlyReason(table) else { return permissions }
    permissions.readOnlyReason = reason
    permissions.edits = false
    permissions.deletes = false
    permissions.undeletes = false
    permissions.hardDeletes = false
    return permissions
  }
}

extension HTTPRequest {
  var hasJSONBody: Bool { contentType == "application/json" }

  /// The body as a JSON object; an empty body is an empty object.
  func bodyObject() throws(HTTPError) -> JSONObject {
    guard !body.isEmpty else { return JSONObject() }
    guard let value = try? JSONValue(parsing: body) else {
      throw HTTPError(
        400,
        JSONDepth.isTooDeep(body)
          ? localized("The body \(JSONDepth.objection).") : localized("The body is not JSON."))
    }
    guard case .object(let object) = value else {
      throw HTTPError(400, localized("The body is \(value.kindPhrase), and an object is expected."))
    }
    return object
  }

  /// The address of the row list that a form came from, as its `back` says.
  func backToRows(_ store: String, _ table: String, _ form: QueryItems) -> String {
    Links.with(Links.rows(store, table), QueryItems(decoding: form["back"] ?? "") ?? QueryItems())
  }
}
