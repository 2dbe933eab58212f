package import Support
package import SyncCore

/// A page of rows with what its page shows round it.
package struct RowList: Sendable, Hashable {
  /// How the whole store stands.
  package var state: StoreState
  /// System columns first.
  package var columns: [Column]
  /// The columns that name rows of another table, with that table.
  package var references: UTF8Dictionary<String>
  /// Nil when no rows were asked for.
  package var page: RowPage?
  /// What the view would show too if it were still here; nil when there is nothing.
  package var removed: RemovedRows?
  /// The rows of the view ``SyncCore/RowView/synced`` without filters; nil in other views.
  package var synced: Int?

  package init(
    state: StoreState, columns: [Column], references: UTF8Dictionary<String> = [:],
    page: RowPage? = nil
  ) {
    self.state = state
    self.columns = columns
    self.references = references
    self.page = page
  }

  /// How the table `name` stands.
  package func summary(of name: String) -> TableSummary {
    state.tables.first { $0.name === name } ?? TableSummary(name: name)
  }
}
