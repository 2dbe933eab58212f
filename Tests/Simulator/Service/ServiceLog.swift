/// The commits of a service, the rows as they are now, and what was wrong with a commit.
struct ServiceLog: Sendable {
  private(set) var commits: [ServiceCommit] = []
  private(set) var rows: [String: RowImage] = [:]
  private(set) var violation: InvariantViolation?
  /// The ids that stores gave to rows before the server gave them others.
  private var keys: [String: String] = [:]
  private var serverIDs: [String: String] = [:]
  private var storeIDs: [String: String] = [:]
  /// The newest stamp of the table.
  private var newest = ""
  /// True where no two rows have the same stamp, and stamps increase in the order of commits.
  private let ordersByStamp: Bool

  init(ordersByStamp: Bool) { self.ordersByStamp = ordersByStamp }

  mutating func fail(_ violation: InvariantViolation) {
    self.violation = self.violation ?? violation
  }

  /// Adds the commits of one transaction, whose rows may share a stamp.
  mutating func add(_ transaction: [ServiceCommit]) {
    let before = newest
    for commit in transaction { add(commit, after: before) }
  }

  private mutating func add(_ commit: ServiceCommit, after newest: String) {
    commits.append(commit)
    guard let after = commit.after else {
      rows[commit.id] = nil
      return
    }
    let stamp = after.updatedAt ?? ""
    if ordersByStamp, stamp <= newest, commit.before != after {
      fail(InvariantViolation(.monotonic, "\(stamp) follows \(newest): \(commit.description)"))
    }
    self.newest = max(self.newest, stamp)
    if let before = commit.before, before.version == after.version, before != after {
      fail(InvariantViolation(.monotonic, "the version stayed: \(commit.description)"))
    }
    rows[commit.id] = after
  }

  // MARK: - Ids

  /// Notes the id that the server gave to the row that a store calls `key`.
  mutating func assign(_ id: String, to key: String) {
    // A row that was gone and is inserted again has the id that the server gave it before.
    let key = rowID(key)
    keys[id] = key
    serverIDs[key] = id
  }

  /// Names the row that a store gave an id: such ids differ from run to run.
  mutating func name(_ id: String, _ name: String) {
    keys[id] = name
    storeIDs[name] = id
  }

  /// The id that the store which made a row gave it.
  func storeID(_ rowID: String) -> String { storeIDs[rowID] ?? rowID }

  /// The one id that a history has for a row, whatever store or server call it.
  func rowID(_ id: String) -> String { keys[id] ?? id }

  func serverID(_ rowID: String) -> String { serverIDs[rowID] ?? rowID }
}
