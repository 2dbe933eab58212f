package import HTTPKit

/// Every address of the console, as browsers ask for it.
///
/// Names and ids are percent-encoded here, once, and nowhere else. A console that stands below the
/// top of its host gets its prefix here too, so a route's pattern is never made of these.
package enum Links {
  /// What stands before every path while a request is answered, such as `/sync`; empty for nothing.
  @TaskLocal static var prefix = ""

  /// The forms that a page has beside HTML.
  static let formats = ["json", "csv", "ndjson"]

  // MARK: - Outside a store

  package static var stores: String { below("/") }
  package static var login: String { path("login") }
  package static var logout: String { path("logout") }

  /// A page that asks before something is done.
  static func question(_ id: String) -> String { path("asked", id) }

  /// What came when its sender's session had ended.
  static func unsentForm(_ id: String) -> String { path("login", "unsent", id) }

  package static var theme: String { path("theme") }
  package static var language: String { path("language") }
  package static var audit: String { path("audit") }
  package static var users: String { path("users") }
  package static var sessions: String { path("sessions") }

  package static var help: String { path("help") }

  /// One's own password and second factor.
  package static var account: String { path("account") }

  /// - Parameter action: `confirm`, `password`, `second-factor` or `recovery-codes`.
  package static func account(_ action: String) -> String { path("account", action) }

  package static var accountSecondFactorRemoval: String {
    path("account", "second-factor", "remove")
  }

  package static func userSecondFactorRemoval(_ name: String) -> String {
    path("users", name, "second-factor", "remove")
  }

  /// Where tokens for scripts are made.
  package static var apiTokens: String { path("users", "tokens") }

  package static func auditEntry(_ entry: Int64) -> String { path("audit", "\(entry)") }

  /// - Parameter action: `role`, `password` or `remove`.
  package static func user(_ name: String, action: String) -> String { path("users", name, action) }

  package static func revokeToken(_ id: Int64) -> String {
    path("users", "tokens", "\(id)", "revoke")
  }

  package static func endSession(_ id: Int64) -> String { path("sessions", "\(id)", "end") }

  /// Ends one's sessions in other browsers.
  package static var endOtherSessions: String { path("sessions", "end-others") }

  package static func undo(_ entry: Int64) -> String { path("undo", "\(entry)") }

  // MARK: - A store

  package static func store(_ store: String) -> String { path("s", store) }

  package static func settings(_ store: String) -> String { path("s", store, "settings") }

  package static func removeStore(_ store: String) -> String { path("s", store, "remove") }

  package static func tables(_ store: String) -> String { path("s", store, "tables") }

  package static func trash(_ store: String) -> String { path("s", store, "trash") }

  /// Undeletes the ticked rows of the trash, whatever their tables.
  package static func trashUndelete(_ store: String) -> String {
    path("s", store, "trash", "undelete")
  }

  package static func queue(_ store: String) -> String { path("s", store, "queue") }

  package static func operation(_ store: String, _ id: Int64) -> String {
    path("s", store, "queue", "\(id)")
  }

  /// - Parameter action: `cancel` or `retry`.
  package static func operation(_ store: String, _ id: Int64, action: String) -> String {
    path("s", store, "queue", "\(id)", action)
  }

  /// Retries or cancels the ticked operations.
  package static func queueBulk(_ store: String) -> String { path("s", store, "queue", "bulk") }

  /// Decides on ticked errors, or on all that a list shows.
  package static func errorsBulk(_ store: String) -> String { path("s", store, "errors", "bulk") }

  /// Shows what a decision would do to the other conflicts of the same kind.
  package static func sameConflicts(_ store: String, _ errorID: String) -> String {
    path("s", store, "errors", errorID, "same")
  }

  /// What an action on many really changed.
  package static func report(_ store: String, _ entry: Int64) -> String {
    path("s", store, "reports", "\(entry)")
  }

  package static func errors(_ store: String) -> String { path("s", store, "errors") }

  package static func error(_ store: String, _ id: String) -> String {
    path("s", store, "errors", id)
  }

  package static func resolve(_ store: String, _ errorID: String) -> String {
    path("s", store, "errors", errorID, "resolve")
  }

  /// Reads the server's present copy of the row that an error is about.
  package static func refreshServerCopy(_ store: String, _ errorID: String) -> String {
    path("s", store, "errors", errorID, "refresh")
  }

  package static func sync(_ store: String) -> String { path("s", store, "sync") }

  package static func push(_ store: String) -> String { path("s", store, "push") }

  package static func pull(_ store: String) -> String { path("s", store, "pull") }

  package static func offline(_ store: String) -> String { path("s", store, "offline") }

  package static func unmask(_ store: String) -> String { path("s", store, "unmask") }

  package static func schedule(_ store: String) -> String { path("s", store, "schedule") }

  package static func runs(_ store: String) -> String { path("s", store, "runs") }

  package static func run(_ store: String, _ number: Int64) -> String {
    path("s", store, "runs", "\(number)")
  }

  package static func runEvents(_ store: String, _ number: Int64) -> String {
    path("s", store, "runs", "\(number)", "events")
  }

  /// What a run pushed, pulled and deleted.
  package static func runRows(_ store: String, _ number: Int64) -> String {
    path("s", store, "runs", "\(number)", "rows")
  }

  /// The same as a CSV file.
  package static func runRowsFile(_ store: String, _ number: Int64) -> String {
    runRows(store, number) + ".csv"
  }

  package static func runCancel(_ store: String, _ number: Int64) -> String {
    path("s", store, "runs", "\(number)", "cancel")
  }

  package static func reconcile(_ store: String) -> String { path("s", store, "reconcile") }

  package static func reconcileApply(_ store: String, _ run: Int64) -> String {
    path("s", store, "reconcile", "\(run)", "apply")
  }

  package static func tokens(_ store: String) -> String { path("s", store, "tokens") }

  /// The delta tokens of one table.
  package static func tokens(_ store: String, of table: String) -> String {
    with(tokens(store), QueryItems([.init("table", table)]))
  }
  package static func removals(_ store: String) -> String { path("s", store, "removals") }

  /// - Parameter action: `rewind` or `forget`.
  package static func tokens(_ store: String, action: String) -> String {
    path("s", store, "tokens", action)
  }

  // MARK: - A table

  package static func rows(_ store: String, _ table: String) -> String {
    path("s", store, "t", table)
  }

  package static func newRow(_ store: String, _ table: String) -> String {
    path("s", store, "t", table, "new")
  }

  package static func bulk(_ store: String, _ table: String) -> String {
    path("s", store, "t", table, "bulk")
  }

  package static func purge(_ store: String, _ table: String) -> String {
    path("s", store, "t", table, "purge")
  }

  /// The values of a column, for suggestions.
  package static func values(_ store: String, _ table: String) -> String {
    path("s", store, "t", table, "values")
  }

  /// Changes that are put aside to be saved together.
  package static func changes(_ store: String) -> String { path("s", store, "changes") }

  /// - Parameter action: `save` or `discard`.
  package static func changes(_ store: String, action: String) -> String {
    path("s", store, "changes", action)
  }

  /// - Parameter action: `choose` or `remove`.
  package static func change(_ store: String, _ id: Int64, action: String) -> String {
    path("s", store, "changes", "\(id)", action)
  }

  /// Finds stores, and what all of them hold.
  package static var search: String { path("jump") }

  /// Finds a table, a row, an operation or a store.
  package static func search(_ store: String) -> String { path("s", store, "jump") }

  package static func row(_ store: String, _ table: String, _ id: String) -> String {
    path("s", store, "t", table, "r", id)
  }

  /// Every version of a row that is kept; it outlives the row.
  static func history(_ store: String, _ table: String, _ id: String) -> String {
    with(row(store, table, id), QueryItems([.init("tab", RowHead.Tab.history.rawValue)]))
  }

  /// The same for many rows of one table.
  ///
  /// - Parameter rows: From ``rows(_:_:)``.
  static func row(in rows: String, _ id: String) -> String { "\(rows)/r" + ending(id) }

  /// - Parameter action: `edit`, `delete`, `undelete` or `hard-delete`.
  package static func row(
    _ store: String, _ table: String, _ id: String, action: String
  ) -> String {
    path("s", store, "t", table, "r", id, action)
  }

  /// The file that a column of a row names.
  package static func file(
    _ store: String, _ table: String, _ id: String, _ column: String
  ) -> String {
    path("s", store, "t", table, "r", id, "file", column)
  }

  // MARK: - Parts

  /// `link` with a query string, the parts of which are given as they read; none when empty.
  package static func with(_ link: String, _ query: QueryItems) -> String {
    query.isEmpty ? link : "\(link)\(link.contains("?") ? "&" : "?")\(query.encoded)"
  }

  /// The page that asks whether to do `action` to what `link` shows.
  package static func confirmation(_ link: String, _ action: String) -> String {
    with(link, QueryItems([.init("confirm", action)]))
  }

  /// The same page in another form, such as `json`.
  package static func format(
    _ format: String, of link: String, _ query: QueryItems = QueryItems()
  )
    -> String
  {
    with("\(link).\(format)", query)
  }

  static func path(_ segments: String...) -> String {
    var path = prefix
    for text in segments { path += ending(text) }
    return path
  }

  /// A slash and the segment; what is called `.` or `..` is named another way.
  private static func ending(_ text: String) -> String {
    DotSegments.ending(for: text) ?? "/" + segment(text)
  }

  /// A path of the console, percent-encoded already, as browsers ask for it.
  static func below(_ path: String) -> String { prefix + path }

  /// One segment; a name that ends like a format has its dot encoded, else it would be cut off.
  static func segment(_ text: String) -> String {
    let encoded = PercentEncoding.encodeSegment(text)
    // No format's name is longer than six letters.
    guard encoded.utf8.suffix(7).contains(UInt8(ascii: ".")) else { return encoded }
    for format in formats where encoded.hasSuffix(".\(format)") {
      return "\(encoded.dropLast(format.utf8.count + 1))%2E\(format)"
    }
    return encoded
  }
}
