internal import JSONKit
internal import SQLiteKit
internal import Support
internal import SyncCore

extension ValueMasking {
  func page(_ page: TrashPage) -> TrashPage {
    var page = page
    for index in page.rows.indices {
      page.rows[index].record = record(page.rows[index].record, page.rows[index].table)
    }
    return page
  }

  func detail(_ detail: RowDetail) -> RowDetail {
    let table = detail.table
    guard !columns(of: table).isEmpty else { return detail }
    var copies = [detail.record, detail.base, detail.server] + detail.history.map(\.record)
    copies += detail.serverVersions.flatMap { [$0.record, $0.base] }
    for operation in detail.operations { copies += operation.copies }
    for error in detail.errors { copies += error.copies }
    let scrubber = scrubber(table, copies)
    var covered = detail
    covered.record = record(detail.record, table)
    covered.base = record(detail.base, table)
    covered.server = record(detail.server, table)
    covered.history = detail.history.map { history($0, table) }
    covered.serverVersions = detail.serverVersions.map { version in
      var version = version
      version.record = record(version.record, table)
      version.base = record(version.base, table)
      return version
    }
    covered.operations = detail.operations.map { operation($0, scrubber) }
    covered.errors = detail.errors.map { error($0, scrubber) }
    covered.why = detail.why.map { check in
      var check = check
      check.evidence = scrubber.scrub(check.evidence)
      check.finding = scrubber.scrub(check.finding)
      return check
    }
    return covered
  }

  func operation(_ operation: OperationDetail) -> OperationDetail {
    guard !columns(of: operation.info.table).isEmpty else { return operation }
    return self.operation(operation, scrubber(operation.info.table, operation.copies))
  }

  private func operation(
    _ operation: OperationDetail, _ scrubber: ValueScrubber
  ) -> OperationDetail {
    let table = operation.info.table
    var covered = operation
    covered.info = info(operation.info, scrubber)
    covered.item = record(operation.item, table)
    covered.base = record(operation.base, table)
    covered.local = record(operation.local, table)
    covered.server = record(operation.server, table)
    covered.changed = record(Record(id: "", values: operation.changed), table).values
    covered.request = request(operation.request, table, scrubber)
    covered.attempts = operation.attempts.map { attempt in
      var attempt = attempt
      attempt.body = attempt.body.map { body($0, table, scrubber) }
      attempt.message = attempt.message.map(scrubber.scrub)
      return attempt
    }
    covered.story = operation.story.map { history($0, table) }
    return covered
  }

  /// A cause as one of its errors tells it.
  func group(_ group: ErrorGroup, on connection: Connection) throws -> ErrorGroup {
    guard !columns(of: group.table).isEmpty,
      let error = try ErrorStore.fetch(group.exampleID, on: connection),
      let operation = try OperationStore.fetch(error.operationID, on: connection)
    else { return group }
    var group = group
    group.cause = try scrubber(operation.table, operation.itemID, on: connection)
      .scrub(group.cause)
    return group
  }
}

extension OperationDetail {
  fileprivate var copies: [Record?] {
    [item, base, local, server, Record(id: "", values: changed)] + story.map(\.record)
  }
}
