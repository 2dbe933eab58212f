import SyncCore
import SyncInspection

extension RowActions {
  /// How long rows of other tables are searched that the list's filters name.
  private static let nameTime = Duration.milliseconds(150)

  /// The rows beside one in the list that it was opened from, else among those that are like it.
  func neighbours(of detail: RowDetail, in list: ListOrigin) async throws -> RowNeighbours {
    var query = RowQuery(view: detail.deleted ? .deleted : .live)
    if list.query != nil {
      let request = try await RowListRequest(
        path: Links.rows(store.name, table), items: list.items, columns: detail.columns
      ).resolved(of: table, in: store, within: Self.nameTime)
      guard !request.references.isCut else { return RowNeighbours() }
      query = request.query
    }
    do {
      return try await store.sync.neighbours(table, of: detail.record.id, in: query)
    } catch is SyncError {
      // A list that somebody made up has no neighbours.
      return RowNeighbours()
    }
  }
}
