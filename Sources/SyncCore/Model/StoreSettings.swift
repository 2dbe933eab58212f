public import Support

/// How a store is synchronised.
public struct StoreSettings: Sendable, Equatable {
  /// The tables that a pull fetches, in this order.
  public var tables: [TableSettings]
  /// Requests in flight at once; 1 sends the queue in strict order.
  ///
  /// Left alone it is where a push begins: it then takes more, up to 128, for as long as the
  /// server answers as fast as it did to few. Once set, it is the most.
  public var pushWindow = 16 { didSet { pushWindowMax = pushWindow } }
  package private(set) var pushWindowMax = 128
  /// Whether a push puts changes of different rows into one request where the remote takes that.
  ///
  /// A window of 1 sends one change after the other in any case.
  public var pushesBatches = true
  /// How long an insert whose answer was lost is looked for before it is sent again, where the
  /// server assigns ids.
  public var insertResendSeconds = 60
  /// Rows that a pull asks for in one request.
  public var pageSize = 1_000
  /// How far before its delta token a pull starts again, for rows that committed late.
  public var overlapSeconds = 10
  /// Whether a pull of a table with pending operations pushes them first.
  public var pushesBeforePull = true
  /// What "delete" means for a table that is not listed.
  package var softDelete = SoftDelete.system
  package var history = HistorySettings()

  /// Settings for these tables; everything else has its default.
  public init(tables: [TableSettings] = []) { self.tables = tables }

  /// The settings of `table`; the defaults for one that is not listed.
  package func table(_ name: String) -> TableSettings {
    tables.first { $0.name === name } ?? TableSettings(name: name, softDelete: softDelete)
  }

  /// The conflict rules of the tables that have some.
  var conflictRules: UTF8Dictionary<ConflictRules> {
    UTF8Dictionary(
      tables.filter { !$0.conflictRules.isEmpty }
        .map { ($0.name, ConflictRules($0.conflictRules)) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The same for a remote that can do no more than `capabilities`.
  ///
  /// Where the server keeps no deleted rows, "delete" can't mean its own mark; where it takes a
  /// removed row back, the store keeps them in its place.
  func fitted(to capabilities: RemoteCapabilities) -> StoreSettings {
    guard capabilities.isDisjoint(with: [.tombstones, .reinsert]) else { return self }
    var fitted = self
    if fitted.softDelete == .system { fitted.softDelete = .none }
    for index in fitted.tables.indices where fitted.tables[index].softDelete == .system {
      fitted.tables[index].softDelete = .none
    }
    return fitted
  }
}

/// How much of the history of rows is kept; what is older is dropped when a run ends.
///
/// What a row is now stands in the row itself and is never dropped with its history.
package struct HistorySettings: Sendable, Equatable {
  package var days: Int
  package var versionsPerRow: Int

  package init(days: Int = 365, versionsPerRow: Int = 100) {
    self.days = days
    self.versionsPerRow = versionsPerRow
  }
}

/// How one table is synchronised.
public struct TableSettings: Sendable, Equatable {
  package var name: String
  package var softDelete: SoftDelete
  /// Queries that pull this table; empty means the whole table under the query id `all`.
  package var pulls: [PullQuery]
  /// Tables whose operations go out before this one's.
  package var dependsOn: [String]
  /// Columns whose values are covered wherever rows leave the console, unless asked for.
  public var masked: [String] = []
  /// Columns that hold ids of rows of another table, each with that table's name.
  ///
  /// `movieId` is known to name a `Movie` without being listed.
  public var references: UTF8Dictionary<String> = [:]
  /// What a push does by itself with conflicts; those that no rule decides wait for a decision.
  public var conflictRules: [ConflictRule] = []

  /// A table with the name that it has on the server.
  ///
  /// - Parameters:
  ///   - softDelete: What deleting a row means.
  ///   - pulls: The queries that a pull of the table runs; empty for one of every row.
  ///   - dependsOn: Tables whose operations are sent before those of this one.
  ///   - conflictRules: What a push does by itself with conflicts; one rule for a column.
  public init(
    name: String, softDelete: SoftDelete = .system, pulls: [PullQuery] = [],
    dependsOn: [String] = [], conflictRules: [ConflictRule] = []
  ) {
    self.name = name
    self.softDelete = softDelete
    self.pulls = pulls
    self.dependsOn = dependsOn
    self.conflictRules = conflictRules
  }

  /// Why a store can't have a table of this name, as a sentence; nil when it can.
  package static func objection(to name: String) -> String? {
    Catalogue.isValidTable(name) ? nil : SyncError.invalidTable(name).description
  }

  package var effectivePulls: [PullQuery] {
    pulls.isEmpty ? [PullQuery(queryID: PullQuery.wholeTable)] : pulls
  }
}

/// One query by which a table is pulled.
public struct PullQuery: Sendable, Equatable {
  /// The id of the query that fetches every row of a table.
  public static let wholeTable = "all"

  /// Names the delta token; for a query that keeps none, names it among those of its table.
  package var queryID: String
  /// In the remote's own language, such as `complete eq false`; nil for every row.
  package var filter: String?
  /// False when each pull reads every row of the query.
  package var keepsToken: Bool

  /// A query with a delta token of its own.
  ///
  /// - Parameters:
  ///   - queryID: Names the delta token; another filter needs another id. Nil keeps none: each pull
  ///     reads every row of the query.
  ///   - filter: In the server's own language; nil for every row.
  public init(queryID: String?, filter: String? = nil) {
    self.queryID = queryID ?? filter.map { "full pull, \($0)" } ?? "full pull"
    self.filter = filter
    keepsToken = queryID != nil
  }
}
