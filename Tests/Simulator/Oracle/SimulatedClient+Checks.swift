import SyncCore

/// The invariants that hold after every step.
extension SimulatedClient {
  func check() async throws {
    if let violation = wire.violation ?? service.violation { throw violation }
    let operations = try await operations()
    let rows = try await rows()
    let commits = service.commits
    note { $0.noteServerRows(rows.values.filter { $0.version != nil }.map(\.id)) }
    for (id, promise) in book.rows where !promise.isTakenBack {
      let isQueued = operations.contains { $0.itemID == id }
      switch promise.removal {
      case nil: try check(id, promise.tags, isQueued, rows[id], commits)
      case .delete(let start)?: try checkDeleted(id, after: start, isQueued, commits)
      case .withdrawal?: try checkWithdrawn(id, promise.tags, isQueued, commits)
      }
    }
    if let operation = operations.first(where: { $0.state == .sending }) {
      throw InvariantViolation(
        .acknowledged, "\(name): operation \(operation.id) is marked as sending between runs")
    }
    try await checkToken(rows, operations)
  }

  private func check(
    _ id: String, _ tags: [String: String], _ isQueued: Bool, _ row: RowImage?,
    _ commits: [ServiceCommit]
  ) throws {
    for (column, tag) in tags.sorted(by: { $0.key < $1.key }) {
      let isWritten = commits.contains { $0.id == id && $0.after?.values[column] == tag }
      guard isQueued || isWritten else {
        throw InvariantViolation(
          .acknowledged,
          "\(name): \(column)=\(tag) of \(id) is neither in the queue nor on the service")
      }
      guard isWritten || row?.values[column] == tag else {
        throw InvariantViolation(
          .noClobber,
          "\(name): \(id) has \(row?.content ?? "no row"), and \(column)=\(tag) is pending")
      }
    }
  }

  private func checkDeleted(
    _ id: String, after start: Int, _ isQueued: Bool, _ commits: [ServiceCommit]
  ) throws {
    guard !isQueued else { return }
    let last = commits[..<start].last { $0.id == id }
    let wasGone = last?.after == nil || last?.after?.isDeleted == true
    guard wasGone || commits[start...].contains(where: { $0.id == id && $0.deletes }) else {
      throw InvariantViolation(
        .acknowledged,
        "\(name): the deletion of \(id) is neither in the queue nor on the service")
    }
  }

  private func checkWithdrawn(
    _ id: String, _ tags: [String: String], _ isQueued: Bool, _ commits: [ServiceCommit]
  ) throws {
    guard !isQueued, let tag = tags["w"],
      let start = commits.firstIndex(where: { $0.id == id && $0.after?.values["w"] == tag })
    else { return }
    guard commits[start...].contains(where: { $0.id == id && $0.deletes }) else {
      throw InvariantViolation(
        .collapse, "\(name): \(id) was deleted before it was confirmed, and is on the service")
    }
  }

  /// The token never moves back, and every row up to it is here.
  private func checkToken(
    _ rows: [String: RowImage], _ operations: [OperationInfo]
  ) async throws {
    let token = try await token()
    if let before = lastToken, token.map({ $0 < before }) ?? true {
      throw InvariantViolation(.token, "\(name): from \(before) to \(token ?? "none")")
    }
    lastToken = token
    guard let token else { return }
    let removed = book.removed.filter { rows[$0] == nil }
    for (id, row) in service.rows.sorted(by: { $0.key < $1.key }) {
      guard plan.matches(row), let stamp = service.place(of: row),
        book.isLastPullComplete && plan.kind != .parse ? stamp <= token : stamp < token,
        rows[id]?.version != row.version, !removed.contains(id),
        !operations.contains(where: { $0.itemID == id })
      else { continue }
      throw InvariantViolation(
        .complete,
        "\(name): the token is \(token), and \(row.content) of \(stamp) is not here: "
          + (rows[id].map {
            "\($0.content) version \($0.version ?? "none"), not \(row.version ?? "none")"
          } ?? "no row"))
    }
  }
}
