import ConsoleData
import Support
import SyncCore
import SyncInspection

/// Finds the rows whose present names contain what was searched for in the audit log.
private struct AuditRowSearch {
  /// Rows of one table, the newest change first.
  static let rowsMax = 50

  let text: String
  /// Nil for every table.
  let table: String?
  let time: Duration

  func rows(of stores: [StoreHandle]) async -> [AuditedRow] {
    var tables: [(store: StoreHandle, table: String)] = []
    for store in stores {
      let names = ((try? await store.sync.tables()) ?? []).map(\.name)
      tables += names.filter { table == nil || $0 === table }.map { (store, $0) }
    }
    var found: [AuditedRow] = []
    for (store, table) in tables {
      let ids = (try? await ids(of: table, in: store, for: time / tables.count)) ?? []
      found += ids.map { AuditedRow(store: store.name, table: table, id: $0) }
    }
    return found
  }

  private func ids(
    of table: String, in store: StoreHandle, for time: Duration
  ) async throws -> [String] {
    let name = RowTitle(columns: try await store.columns(of: table)).column
    // Entries have the id themselves, and a masked name must not be found.
    guard name !== SystemColumn.id.rawValue,
      !store.sync.coveredColumns(of: table).contains(name)
    else { return [] }
    var query = RowQuery(
      view: .all, filters: [RowFilter(name, .contains, text)], size: Self.rowsMax)
    query.wantsCount = false
    query.timeLimit = time
    return try await store.sync.rows(table, query).rows.map(\.id)
  }
}

extension ConsoleServices {
  /// The filter that also finds entries by the names of their rows, which only the stores have.
  ///
  /// A store whose file cannot be used is left out.
  func findingRows(_ filter: AuditFilter, _ context: PageContext) async -> AuditFilter {
    guard let text = filter.text else { return filter }
    var seen: [StoreHandle] = []
    for info in stores.stores where context.sees(info.name) {
      guard filter.store == nil || filter.store === info.name,
        let store = try? await open(info)
      else { continue }
      seen.append(store)
    }
    var filter = filter
    filter.rows = await AuditRowSearch(
      text: text, table: filter.table, time: configuration.searchTime
    ).rows(of: seen)
    return filter
  }
}
