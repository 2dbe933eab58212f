public import Support

/// How a table service answers; the defaults are those of `syncline service`.
public struct TableServiceConfiguration: Sendable {
  /// The tables whose deleted rows stay, marked as deleted, until somebody brings them back.
  public enum SoftDelete: Sendable, Equatable {
    /// Every table.
    case all
    /// No table.
    case none
    /// Names match without regard to case.
    case tables(UTF8Set)
  }

  /// The generation of the protocol that a request speaks.
  public enum APIVersion: Sendable, Equatable {
    /// 2.0.x, spoken by the Azure Mobile Apps clients.
    case v2
    /// 3.0.x, spoken by the Datasync clients.
    case v3
  }

  /// All tables by default: a delete that cannot be undone has to be asked for.
  public var softDelete = SoftDelete.all

  /// Rows on a page when the request does not say; the most that a 3.0.0 page ever holds.
  public var pageSize = 50
  /// Page sizes of single tables, by name without regard to case.
  public var pageSizes: UTF8Dictionary<Int> = [:]

  /// The largest `$top` of a 2.0.0 request; 0 is no limit.
  ///
  /// A 3.0.0 answer is cut at the page size, so there `$top` may be up to 128,000.
  public var maxTop = 1000
  /// The same for single tables, by name without regard to case.
  public var maxTops: UTF8Dictionary<Int> = [:]

  /// Tables that can be read and not written.
  public enum ReadOnly: Sendable, Equatable {
    /// Every table.
    case all
    /// No table.
    case none
    /// Names match without regard to case.
    case tables(UTF8Set)
  }

  /// Which tables can be read and not written.
  public var readOnly = ReadOnly.none

  /// Tables with columns of their own; what they say goes before the settings above.
  public var tables = DeclaredTables()

  /// What the service speaks to a request that names no version.
  ///
  /// - nil: both versions; a request must name one, else it is refused.
  /// - `.v2`: version 2.0.0 alone, which requires clients to name it: a request without a version
  ///   is refused, and so is one that asks for 3.0.0.
  /// - `.v3`: both versions; a request that names none is taken for 3.0.0, as the toolkit's clients
  ///   expect.
  public var defaultAPIVersion: APIVersion?

  /// When set, a request must carry this key in `X-ZUMO-APPLICATION`, `X-API-Key` or as a bearer
  /// token.
  public var apiKey: String?

  /// Origins, besides loopback ones, whose pages may call the service from a browser.
  public var corsOrigins: [String] = []

  /// Names, besides `localhost` and addresses, by which the service may be called; without a port,
  /// in any case.
  public var allowedHosts: [String] = []

  /// Creates a configuration with the defaults.
  public init() {}
}

extension TableServiceConfiguration {
  func keepsDeletedRows(of table: String) -> Bool {
    if let declared = tables[table]?.keepsDeletedRows { return declared }
    return switch softDelete {
    case .all: true
    case .none: false
    case .tables(let names): names.contains { Name.folded($0) === Name.folded(table) }
    }
  }

  func isReadOnly(_ table: String) -> Bool {
    if let declared = tables[table]?.isReadOnly { return declared }
    return switch readOnly {
    case .all: true
    case .none: false
    case .tables(let names): names.contains { Name.folded($0) === Name.folded(table) }
    }
  }

  func pageSize(of table: String) -> Int {
    tables[table]?.pageSize ?? Self.setting(table, in: pageSizes) ?? pageSize
  }

  func maxTop(of table: String) -> Int { Self.setting(table, in: maxTops) ?? maxTop }

  private static func setting(_ table: String, in settings: UTF8Dictionary<Int>) -> Int? {
    settings.first { Name.folded($0.key) === Name.folded(table) }?.value
  }
}

typealias APIVersion = TableServiceConfiguration.APIVersion
