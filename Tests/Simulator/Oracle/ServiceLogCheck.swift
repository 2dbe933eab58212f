/// Checks the service's log against what each author had written and seen.
struct ServiceLogCheck: Sendable {
  private let keepsTombstones: Bool
  private var checked = 0
  /// The tags that took effect, by row.
  private var tags: [String: Set<String>] = [:]
  /// The number of the newest tag, by author, row and column.
  private var newest: [String: Int] = [:]

  init(_ plan: HistoryPlan) { keepsTombstones = plan.keepsTombstones }

  /// Checks the commits since the last call.
  mutating func check(_ commits: [ServiceCommit], _ clients: [SimulatedClient]) throws {
    for (place, commit) in commits.enumerated().dropFirst(checked) {
      let client = clients.first { $0.name == commit.author }
      if commit.after == nil { forget(commit.id) }
      for (column, tag) in commit.writtenTags {
        let isResent = clients.contains { $0.book.resent.contains(tag) }
        try checkOnce(commit, tag, isResent)
        if let client { try checkOrder(commit, column, tag, isResent, client) }
      }
      if let client {
        // A write without a condition may follow on one of somebody else that its author could not
        // have read.
        let since = commits[min(commit.readAt ?? place, place)..<place]
        try checkSeen(commit, client, unread: since.filter { $0.id == commit.id })
        for (column, tag) in commit.writtenTags {
          client.note { $0.see(tag, in: column, of: commit.id) }
        }
        if commit.changedColumns.contains("n") {
          client.note { $0.see(commit.after?.values["n"], in: "n", of: commit.id) }
        }
      }
    }
    checked = commits.count
  }

  /// A row that was removed for good looks like one that never arrived, so its insert goes again.
  private mutating func forget(_ id: String) {
    tags[id] = nil
    newest = newest.filter { !$0.key.contains(" \(id) ") }
  }

  private mutating func checkOnce(
    _ commit: ServiceCommit, _ tag: String, _ isResent: Bool
  ) throws {
    guard !tags[commit.id, default: []].insert(tag).inserted, !isResent else { return }
    throw InvariantViolation(.once, "\(tag) took effect twice: \(commit.description)")
  }

  private mutating func checkOrder(
    _ commit: ServiceCommit, _ column: String, _ tag: String, _ isResent: Bool,
    _ client: SimulatedClient
  ) throws {
    let number = Int(tag.split(separator: "-").last ?? "") ?? 0
    let key = "\(commit.author) \(commit.id) \(column)"
    guard newest[key, default: -1] < number || isResent else {
      throw InvariantViolation(.order, "\(tag) came late: \(commit.description)")
    }
    newest[key] = max(newest[key, default: 0], number)
  }

  /// I-LOSTUPD: the author had seen every value that the write replaced.
  private func checkSeen(
    _ commit: ServiceCommit, _ client: SimulatedClient, unread: [ServiceCommit]
  ) throws {
    guard let before = commit.before else { return }
    let columns = commit.deletes ? RowImage.columns : commit.changedColumns
    let book = client.book
    for column in columns
    where !book.hasSeen(before.values[column], in: column, of: commit.id)
      && !unread.contains(where: { $0.changedColumns.contains(column) })
    {
      throw InvariantViolation(
        .lostUpdate,
        "\(client.name) had not seen \(column)=\(before.values[column] ?? "null"): "
          + commit.description)
    }
  }
}
