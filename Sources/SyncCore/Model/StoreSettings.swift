public import Support

/// How a store is synchronised.
public struct StoreSettings: Sendable, Equatable {
  public var tables: [TableSettings]
  /// Requests in flight at once; 1 sends the queue in strict order.
  ///
  /// Left alone it is where a push begins: it then takes more, up to ``pushWindowMax``, for as long
  /// as the server answers as fast as it did to few. Once set, it is the most.
  public var pushWindow = 16 { didSet { pushWindowMax = pushWindow } }
  public private(set) var pushWindowMax = 128
  /// Whether a push puts changes of different rows into one request where the remote takes that.
  ///
  /// A window of 1 sends one change after the other in any case.
  public var pushesBatches = true
  /// How long an insert whose answer was lost is looked for before it is sent again, where the
  /// server assigns ids.
  public var insertResendSeconds = 60
  public var pageSize = 1_000
  /// How far before its delta token a pull starts again, for rows that committed late.
  public var overlapSeconds = 10
  /// Whether a pull of a table with pending operations pushes them first.
  public var pushesBeforePull = true
  /// What "delete" means for a table that is not listed.
  public var softDelete = SoftDelete.system
  public var history = HistorySettings()

  public init(tables: [TableSettings] = []) { self.tables = tables }

  /// The settings of `table`; the defaults for one that is not listed.
  public func table(_ name: String) -> TableSettings {
    tables.first { $0.name === name } ?? TableSettings(name: name, softDelete: softDelete)
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
public struct HistorySettings: Sendable, Equatable {
  public var days: Int
  public var versionsPerRow: Int

  public init(days: Int = 365, versionsPerRow: Int = 100) {
    self.days = days
    self.versionsPerRow = versionsPerRow
  }
}

public struct TableSettings: Sendable, Equatable {
  public var name: String
  public var softDelete: SoftDelete
  /// Queries that pull this table; empty means the whole table under the query id `all`.
  public var pulls: [PullQuery]
  /// Tables whose operations go out before this one's.
  public var dependsOn: [String]
  /// Columns whose values are covered wherever rows leave the console, unless asked for.
  public var masked: [String] = []
  /// Columns that hold ids of rows of another table, each with that table's name.
  ///
  /// `movieId` is known to name a `Movie` without being listed.
  public var references: UTF8Dictionary<String> = [:]

  public init(
    name: String, softDelete: SoftDelete = .system, pulls: [PullQuery] = [],
    dependsOn: [String] = []
  ) {
    self.name = name
    self.softDelete = softDelete
    self.pulls = pulls
    self.dependsOn = dependsOn
  }

  /// Why a store can't have a table of this name, as a sentence; nil when it can.
  public static func objection(to name: String) -> String? {
    Catalogue.isValidTable(name) ? nil : SyncError.invalidTable(name).description
  }

  public var effectivePulls: [PullQuery] {
    pulls.isEmpty ? [PullQuery(queryID: PullQuery.wholeTable)] : pulls
  }
}

/// One query by which a table is pulled.
public struct PullQuery: Sendable, Equatable {
  public static let wholeTable = "all"

  /// Names the delta token.
  public var queryID: String
  /// In the remote's own language, such as `complete eq false`; nil for every row.
  public var filter: String?

  public init(queryID: String, filter: String? = nil) {
    self.queryID = queryID
    self.filter = filter
  }
}
