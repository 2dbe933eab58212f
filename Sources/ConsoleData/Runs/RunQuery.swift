import SQLiteKit

/// Which runs of a store are asked for; the newest come first.
public struct RunQuery: Sendable, Equatable {
  /// The state of a run, with its problems taken into account.
  public enum Result: String, Sendable, CaseIterable {
    case running, done
    /// Ended, but some operations were not accepted or have an unknown outcome.
    case problems
    case failed, cancelled
  }

  /// What a run did with rows.
  public enum Moved: String, Sendable, CaseIterable {
    case pushed, pulled, deleted
  }

  /// A title as a part of the text may give it, such as `Pull 12` or `Pull`.
  public struct Title: Sendable, Equatable {
    public var kinds: [Run.Kind]
    /// Nil for every run of these kinds.
    public var id: Int64?

    public init(kinds: [Run.Kind], id: Int64? = nil) {
      self.kinds = kinds
      self.id = id
    }
  }

  public var kind: Run.Kind?
  public var result: Result?
  /// Only runs that did this with at least one row.
  public var moved: Moved?
  /// A run’s number, or a part of the name of who started it or of a table it worked on.
  public var text: String?
  /// The title that ``text`` is in the language of whoever searches; nil where it is none.
  public var title: Title?
  /// Only runs newer than this one.
  public var since: Int64?
  /// Only runs older than this one.
  public var before: Int64?
  /// Only runs newer than this one, the oldest of them first.
  public var newerThan: Int64?
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

  typealias Statement = (sql: String, values: [SQLiteValue])

  /// Selects the runs of one page, the newest first, but for ``newerThan``.
  func page(_ store: String) -> Statement {
    var (sql, values) = conditions(store)
    if let before {
      sql += " AND id < ?"
      values.append(.integer(before))
    }
    if let newerThan {
      sql += " AND id > ?"
      values.append(.integer(newerThan))
    }
    let order = newerThan == nil ? "id DESC" : "id"
    return (
      "SELECT * FROM runs WHERE \(sql) ORDER BY \(order) LIMIT ?",
      values + [.integer(Int64(limit))]
    )
  }

  /// Counts the runs of all pages.
  func count(_ store: String) -> Statement {
    let (sql, values) = conditions(store)
    return ("SELECT count(*) FROM runs WHERE \(sql)", values)
  }

  private func conditions(_ store: String) -> Statement {
    var conditions = ["store = ?"]
    var values: [SQLiteValue] = [.text(store)]
    if let kind {
      conditions.append("kind = ?")
      values.append(.text(kind.rawValue))
    }
    if let result { conditions.append(result.condition) }
    if let moved { conditions.append("\(moved.rawValue) > 0") }
    if let since {
      conditions.append("id > ?")
      values.append(.integer(since))
    }
    if let text {
      conditions.append("(\(Self.hasText) OR \(title?.condition ?? "0"))")
      values += Array(repeating: .text(text), count: 3)
    }
    return (conditions.joined(separator: " AND "), values)
  }

  private static let hasText = """
    CAST(id AS TEXT) = ? OR instr(lower(who), lower(?)) > 0 OR EXISTS (
      SELECT 1 FROM json_tree(coalesce(report, '{}')) AS part
      WHERE part.type = 'text' AND (part.key = 'table' OR part.path = '$.tables')
        AND instr(lower(part.atom), lower(?)) > 0)
    """
}

extension RunQuery.Title {
  /// Kinds are words of this file, so they need no parameters.
  fileprivate var condition: String {
    let words = kinds.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    return "kind IN (\(words))" + (id.map { " AND id = \($0)" } ?? "")
  }
}

extension RunQuery.Result {
  fileprivate var condition: String {
    switch self {
    case .running: "state = 'running'"
    case .done: "state = 'succeeded'"
    case .cancelled: "state = 'cancelled'"
    case .problems: "state = 'failed' AND message IS NULL AND (failed > 0 OR unknown > 0)"
    case .failed: "state = 'failed' AND (message IS NOT NULL OR failed = 0 AND unknown = 0)"
    }
  }
}
