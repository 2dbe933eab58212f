package import JSONKit
package import SQLiteKit
package import Support

/// What a reader may see of the values of a store: the one place that decides it.
///
/// While ``isOn``, everything that ``SyncContext`` reads for others has ``block`` in place of the
/// values of ``TableSettings/masked`` columns: rows, their copies and history, requests, answers and
/// messages. Writing, comparing and pushing always work on the values themselves.
package struct ValueMasking: Sendable {
  /// Stands in place of a covered value.
  package static let block = "▒▒▒▒"

  /// True while the store is read for somebody who may not see covered values.
  @TaskLocal package static var isOn = false

  /// True while somebody works on the store who does not see covered values now.
  ///
  /// What they change is worked on as it is, so ``isOn`` may be false; what they are shown of it is
  /// read within `forAnswer(_:)`.
  @TaskLocal package static var isOnForAnswers = false

  /// Reads what an answer shows to whoever works on the store.
  package static func forAnswer<Output>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Output
  ) async rethrows -> Output {
    try await $isOn.withValue(isOn || isOnForAnswers, operation: body)
  }

  private let columns: UTF8Dictionary<UTF8Set>

  /// Nil where nothing is masked.
  init?(_ settings: StoreSettings) {
    let masked = settings.tables.filter { !$0.masked.isEmpty }.map { ($0.name, UTF8Set($0.masked)) }
    guard !masked.isEmpty else { return nil }
    columns = UTF8Dictionary(masked, uniquingKeysWith: { $0.union($1) })
  }

  package func columns(of table: String) -> UTF8Set { columns[table] ?? [] }

  /// The tables that have some, by name.
  package var tables: [String] { columns.keys.sorted() }

  /// Those of all tables.
  package var allColumns: UTF8Set { columns.values.reduce(into: []) { $0.formUnion($1) } }

  // MARK: - Queries

  package func demandOpen(_ query: RowQuery, of table: String) throws {
    for column in query.filters.map(\.column) + query.sort.map(\.column) {
      try demandOpen(column, of: table)
    }
    if query.filters.contains(where: \.isAnyText), let covered = columns(of: table).sorted().first {
      throw SyncError.badFilter(
        column: covered, reason: FilterRefusal.maskedText)
    }
  }

  package func demandOpen(_ column: String, of table: String) throws {
    guard columns(of: table).contains(column) else { return }
    throw SyncError.badFilter(
      column: column,
      reason: FilterRefusal.masked)
  }

  // MARK: - Rows

  package func record(_ record: Record, _ table: String) -> Record {
    let names = columns(of: table)
    guard !names.isEmpty else { return record }
    var covered = record
    for name in names where record.values[name] != nil {
      covered.values[name] = .string(Self.block)
    }
    return covered
  }

  package func record(_ record: Record?, _ table: String) -> Record? {
    record.map { self.record($0, table) }
  }

  package func page(_ page: RowPage) -> RowPage {
    var page = page
    for index in page.rows.indices {
      page.rows[index].record = record(page.rows[index].record, page.table)
    }
    return page
  }

  package func history(_ entry: HistoryEntry, _ table: String) -> HistoryEntry {
    var entry = entry
    entry.record = record(entry.record, table)
    return entry
  }

  // MARK: - Operations and errors

  package func request(
    _ request: RequestDescription, _ table: String, _ scrubber: ValueScrubber
  ) -> RequestDescription {
    var request = request
    request.url = scrubber.scrub(request.url)
    request.body = request.body.map { body($0, table, scrubber) }
    return request
  }

  /// A body that holds rows as JSON, wherever they are in it; of one that is no JSON, or was cut, no
  /// column can be told.
  package func body(_ body: String, _ table: String, _ scrubber: ValueScrubber) -> String {
    if let json = try? JSONValue(parsing: body) {
      return scrubber.scrub(Self.members(columns(of: table), of: json).serializedText)
    }
    let isCutJSON = body.first.map { "{[".contains($0) } ?? false
    return isCutJSON ? Self.block : scrubber.scrub(body)
  }

  package func error(_ error: OperationError) -> OperationError {
    guard !columns(of: error.table).isEmpty else { return error }
    return self.error(error, scrubber(error.table, error.copies))
  }

  package func error(_ error: OperationError, _ scrubber: ValueScrubber) -> OperationError {
    var covered = error
    covered.base = record(error.base, error.table)
    covered.local = record(error.local, error.table)
    covered.server = record(error.server, error.table)
    covered.message = scrubber.scrub(error.message)
    return covered
  }

  package func preview(_ preview: PreviewedOperation) -> PreviewedOperation {
    let table = preview.table
    guard !columns(of: table).isEmpty else { return preview }
    let scrubber = scrubber(table, [preview.local, preview.server])
    var covered = preview
    covered.local = record(preview.local, table)
    covered.server = record(preview.server, table)
    covered.request = request(preview.request, table, scrubber)
    covered.evidence = scrubber.scrub(preview.evidence)
    return covered
  }

  package func preview(_ preview: TablePullPreview) -> TablePullPreview {
    var covered = preview
    covered.examples = preview.examples.map { example in
      var example = example
      example.server = record(example.server, preview.table)
      example.local = record(example.local, preview.table)
      return example
    }
    return covered
  }

  /// An entry of the queue with what is said of it; its row is looked at for what that may quote.
  package func info(_ info: OperationInfo, on connection: Connection) throws -> OperationInfo {
    guard info.lastError != nil, !columns(of: info.table).isEmpty else { return info }
    return self.info(info, try scrubber(info.table, info.itemID, on: connection))
  }

  package func info(_ info: OperationInfo, _ scrubber: ValueScrubber) -> OperationInfo {
    var info = info
    info.lastError = info.lastError.map(scrubber.scrub)
    return info
  }

  // MARK: - Texts

  package func scrubber(_ table: String, _ copies: [Record?]) -> ValueScrubber {
    ValueScrubber(columns(of: table), copies.compactMap { $0 })
  }

  /// Knows every copy of a row that the store has.
  package func scrubber(
    _ table: String, _ id: String, on connection: Connection
  ) throws -> ValueScrubber {
    var copies: [Record?] = [
      try BaseStore.fetch(table, id, on: connection),
      try ServerCopyStore.fetch(table, id, on: connection),
    ]
    if let schema = try Catalogue.table(table, on: connection) {
      copies.append(try RowStore.fetch(id, in: schema, on: connection))
    }
    for operation in try OperationStore.of(table, id, on: connection) {
      copies += [operation.item, operation.before]
      for error in try ErrorStore.of(operation.id, on: connection) {
        copies += [error.item, error.server]
      }
    }
    copies += try HistoryStore.fetch(table, id, on: connection).map(\.record)
    return scrubber(table, copies)
  }

  /// JSON with ``block`` in place of every member of one of these names.
  package static func members(_ names: UTF8Set, of json: JSONValue) -> JSONValue {
    switch json {
    case .object(let object):
      var covered = JSONObject()
      for (name, value) in object {
        covered[name] =
          names.contains(name) ? .string(block) : members(names, of: value)
      }
      return .object(covered)
    case .array(let items): return .array(items.map { members(names, of: $0) })
    default: return json
    }
  }
}

extension OperationError {
  package var copies: [Record?] { [base, local, server] }
}
