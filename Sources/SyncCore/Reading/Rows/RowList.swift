public import Support

/// A page of rows with what its page shows round it.
public struct RowList: Sendable, Hashable {
  /// How the whole store stands.
  public var state: StoreState
  /// System columns first.
  public var columns: [Column]
  /// The columns that name rows of another table, with that table.
  public var references: UTF8Dictionary<String>
  /// Nil when no rows were asked for.
  public var page: RowPage?
  /// What the view would show too if it were still here; nil when there is nothing.
  public var removed: RemovedRows?

  public init(
    state: StoreState, columns: [Column], references: UTF8Dictionary<String> = [:],
    page: RowPage? = nil
  ) {
    self.state = state
    self.columns = columns
    self.references = references
    self.page = page
  }

  /// How the table `name` stands.
  public func summary(of name: String) -> TableSummary {
    state.tables.first { $0.name === name } ?? TableSummary(name: name)
  }
}
