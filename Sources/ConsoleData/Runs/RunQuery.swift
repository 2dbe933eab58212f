import SQLiteKit

/// Which runs of a store are asked for; the newest come first.
public struct RunQuery: Sendable, Equatable {
  /// How a run stands, as a list tells runs apart.
  public enum Result: String, Sendable, CaseIterable {
    case running, done
    /// Ended, but some operations were not accepted or have an unknown outcome.
    case problems
    case failed, cancelled
  }

  public var kind: Run.Kind?
  public var result: Result?
  /// A run’s number, or a part of the name of who started it or of a table it worked on.
  public var text: String?
  /// Only runs older than this one.
  public var before: Int64?
  public var limit: Int

  public init(
    kind: Run.Kind? = nil, result: Result? = nil, text: String? = nil, before: Int64? = nil,
    limit: Int
  ) {
    self.kind = kind
    self.result = result
    self.text = text
    self.before = before
    self.limit = limit
  }

  /// The conditions of both statements; `?1` is the store.
  private static let conditions = """
    store = ?1 AND (?2 IS NULL OR kind = ?2)
      AND CASE ?3
        WHEN 'running' THEN state = 'running'
        WHEN 'done' THEN state = 'succeeded'
        WHEN 'cancelled' THEN state = 'cancelled'
        WHEN 'problems'
          THEN state = 'failed' AND message IS NULL AND (failed > 0 OR unknown > 0)
        WHEN 'failed'
          THEN state = 'failed' AND (message IS NOT NULL OR failed = 0 AND unknown = 0)
        ELSE 1 END
      AND (?4 IS NULL OR id = CAST(?4 AS INTEGER) AND CAST(id AS TEXT) = ?4
        OR instr(lower(who), lower(?4)) > 0
        OR EXISTS (
          SELECT 1 FROM json_tree(coalesce(report, '{}')) AS part
          WHERE part.type = 'text' AND (part.key = 'table' OR part.path = '$.tables')
            AND instr(lower(part.atom), lower(?4)) > 0))
    """

  static let page = """
    SELECT * FROM runs WHERE \(conditions) AND (?5 IS NULL OR id < ?5)
    ORDER BY id DESC LIMIT ?6
    """
  static let count = "SELECT count(*) FROM runs WHERE \(conditions)"

  func parameters(_ store: String) -> [SQLiteValue] {
    [
      .text(store), kind.map { .text($0.rawValue) } ?? .null,
      result.map { .text($0.rawValue) } ?? .null, text.map { .text($0) } ?? .null,
    ]
  }
}
