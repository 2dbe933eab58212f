import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection

/// Looks for what was typed in one store.
struct StoreSearch {
  let store: StoreHandle
  let text: String
  /// How long all rows together are scanned.
  let time: Duration
  /// Nil where no index is kept.
  let index: SearchIndex?

  struct Found {
    var results: [SearchResult]
    /// Rows that hold the text, of tables where counting them is cheap.
    var counts: [(table: SearchResult.Table, count: RowCount)] = []
    /// Nil where the index was not used.
    var standing: SearchStanding?
    /// True when rows that are not in the index yet may contain the text too.
    var mayMissRows = false
  }

  /// - Parameter listsAll: Looks for rows also where a thing of exactly this name was found.
  func all(besides known: [SearchResult], listsAll: Bool) async throws -> Found {
    let tables = try await store.sync.tables().map(\.name)
    let found = try await targets(tables)
    // What was meant exactly is not called something else, but a word may be some row's id.
    let isMeant = (known + found).contains { $0.isExact && $0.kind != SearchResult.row }
    guard listsAll || !isMeant else {
      return Found(results: stated(found, try await pending(ofRowsIn: found)))
    }
    var rows = try await rows(of: tables, besides: known + found)
    rows.results = found + rows.results
    let pending = try await pending(ofRowsIn: known + rows.results)
    rows.results = stated(rows.results, pending) + pending.map(\.result)
    return rows
  }

  /// With the states of rows that were found by their ids, which are looked up without the queue.
  private func stated(_ found: [SearchResult], _ pending: [Pending]) -> [SearchResult] {
    found.map { row in
      guard row.kind == SearchResult.row, row.state == nil, let id = row.id else { return row }
      let operation = pending.last {
        $0.info.itemID === id && $0.info.table === row.table?.name ?? ""
      }
      var row = row
      row.state = operation.map { RowState($0.info.state) } ?? .synced
      return row
    }
  }

  private typealias Pending = (info: OperationInfo, result: SearchResult)

  /// What is pending of the rows that were found.
  private func pending(ofRowsIn found: [SearchResult]) async throws -> [Pending] {
    var names: [RowPointer: String] = [:]
    var rows: [RowPointer] = []
    for result in found where result.kind == SearchResult.row {
      guard let table = result.table, table.store === store.name, let id = result.id else {
        continue
      }
      let row = RowPointer(table: table.name, id: id)
      if names.updateValue(result.label, forKey: row) == nil { rows.append(row) }
    }
    guard !rows.isEmpty else { return [] }
    return try await store.sync.operations(of: rows).map { info in
      let row = RowPointer(table: info.table, id: info.itemID)
      var result = SearchResult(
        kind: SearchResult.operation, label: info.title,
        place: place(of: "\(info.table) \(names[row] ?? info.itemID)"),
        link: Links.operation(store.name, info.id), isExact: false)
      result.isOfFoundRow = true
      return (info, result)
    }
  }

  private func targets(_ tables: [String]) async throws -> [SearchResult] {
    var found = tables.compactMap(table)
    found += try await operations()
    if let error = try await store.sync.error(text) {
      found.append(
        SearchResult(
          kind: "error", label: localized(stored: error.message), place: place(of: error.table),
          link: Links.error(store.name, error.id), isExact: true))
    }
    return found + (try await rowsByID(tables))
  }

  /// Rows whose ids begin with what was typed, by their names.
  private func rowsByID(_ tables: [String]) async throws -> [SearchResult] {
    let rows = try await store.sync.rowIDs(beginningWith: text, perTable: SearchHandlers.rowsMax)
    var found: [SearchResult] = []
    for table in tables {
      let ids = rows.filter { $0.table === table }.map(\.id)
      guard !ids.isEmpty else { continue }
      let name = RowTitle(columns: try await store.columns(of: table))
      let records = try await store.sync.table(table).existing(ids)
      found += ids.map { id in
        SearchResult(
          kind: SearchResult.row, label: records[id].map(name.title) ?? id,
          place: place(of: table), link: Links.row(store.name, table, id), isExact: id === text,
          isByPart: id !== text, id: id, isDeleted: records[id]?.deleted == true,
          updatedAt: records[id]?.updatedAt, table: .init(store: store.name, name: table))
      }
    }
    return found
  }

  /// Rows of every table, deleted ones too, that hold what was typed in one of their texts.
  private func rows(of tables: [String], besides known: [SearchResult]) async throws -> Found {
    var found = Found(results: [])
    // A text that the index can't find as a whole value it can't find at all.
    let isSearchable = Trigrams(text, .equals) != nil
    if isSearchable { found.standing = await index?.standing(beside: store.sync) }
    for table in tables {
      let columns = try await store.columns(of: table)
      let name = RowTitle(columns: columns)
      guard let filter = filter(table, name) else { continue }
      var search = RowSearch(
        store: store, table: table, filter: filter, time: time / tables.count, index: nil)
      // The index has masked values too: how many rows it finds would tell of them.
      if let index, let standing = found.standing, filter.isAnyText {
        search.index = .init(index: index, isCurrent: standing.isCurrent(table))
      }
      let rows = try await search.found()
      if search.index?.isCurrent == false, rows.isCut { found.mayMissRows = true }
      if let count = rows.count {
        found.counts.append((.init(store: store.name, name: table), count))
      }
      found.results += rows.rows.map { row in
        target(row, rows.fits[row.id], table, name, columns)
      }
      if rows.isCut || rows.hasMore {
        found.results.append(list(table, filter, rows))
      }
    }
    let links = UTF8Set(known.map(\.link))
    found.results.removeAll { links.contains($0.link) }
    return found
  }

  /// All texts, or the name alone where some are masked; nil where that is masked too.
  private func filter(_ table: String, _ name: RowTitle) -> RowFilter? {
    let covered = store.sync.coveredColumns(of: table)
    guard !covered.isEmpty else { return .anyText(text) }
    return name.column === SystemColumn.id.rawValue || covered.contains(name.column)
      ? nil : RowFilter(name.column, .contains, text)
  }

  private func target(
    _ row: ListedRow, _ fit: FilterOperator?, _ table: String, _ name: RowTitle,
    _ columns: [Column]
  ) -> SearchResult {
    let title = name.title(row.record)
    let isNamed = MarkedText(title, marking: text).isMarked
    var result = SearchResult(
      kind: SearchResult.row, label: title,
      place: row.deleted
        ? localized("deleted, \(table) in store \(store.name)") : place(of: table),
      link: Links.row(store.name, table, row.id),
      isExact: row.record.values[name.column]?.string?.lowercased() == text.lowercased(),
      id: row.id)
    result.isByPart = !isNamed
    result.fit = fit
    result.isDeleted = row.deleted
    (result.state, result.updatedAt) = (row.state, row.record.updatedAt)
    result.table = .init(store: store.name, name: table)
    if !isNamed { result.match = match(row.record, columns) }
    return result
  }

  /// - Parameter subject: A table, or a row with its table.
  private func place(of subject: String) -> String {
    localized("\(subject) in store \(store.name)")
  }

  /// Of longer texts only the beginning is looked through for the place to show.
  private static let lettersMax = 20_000

  /// Nil where only the id matches, which is shown anyway.
  private func match(_ record: Record, _ columns: [Column]) -> SearchResult.Match? {
    for column in columns where column.type == .text && column.name !== "id" {
      guard let value = record.value(column.name).string,
        let excerpt = MarkedText(value.prefix(Self.lettersMax), marking: text).excerpt
      else { continue }
      return SearchResult.Match(column: column.name, text: excerpt)
    }
    return nil
  }

  /// Where the others are, or may be when the time was over.
  private func list(
    _ table: String, _ filter: RowFilter, _ found: RowSearch.Found
  ) -> SearchResult {
    var items = QueryItems()
    items.add("view", RowView.all.rawValue)
    items.add(
      filter.isAnyText ? RowListRequest.textParameter : "\(filter.column)__contains", filter.value)
    var result = SearchResult(
      kind: SearchResult.filter,
      label: label(ofAllIn: table, found),
      place: localized("store \(store.name)"),
      link: Links.with(Links.rows(store.name, table), items),
      isExact: false, id: text)
    result.table = .init(store: store.name, name: table)
    return result
  }

  private func label(ofAllIn table: String, _ found: RowSearch.Found) -> String {
    guard !found.isCut else { return localized("Search all of \(table) for “\(text)”") }
    guard let count = found.count else {
      return localized("Show all in \(table) with “\(text)”")
    }
    return localized("Show all \(count.written) in \(table) with “\(text)”")
  }

  private func table(_ name: String) -> SearchResult? {
    guard name.lowercased().contains(text.lowercased()) else { return nil }
    return SearchResult(
      kind: "table", label: name, place: localized("store \(store.name)"),
      link: Links.rows(store.name, name), isExact: name.lowercased() == text.lowercased())
  }

  /// The operation of a number, alone or after its kind: `4`, `#4`, `update 4`, `operation 4`.
  private func operations() async throws -> [SearchResult] {
    let words = text.lowercased().split(separator: " ")
    guard words.count < 3, let last = words.last,
      let number = Int64(last.hasPrefix("#") ? last.dropFirst() : last),
      let info = try await store.sync.operation(number)?.info
    else { return [] }
    let names = [inEnglish { info.kind.title }, info.kind.title, "operation"].map {
      $0.lowercased()
    }
    guard words.count == 1 || names.contains(where: { $0 == words[0] }) else { return [] }
    let name = try await store.names(info.table, [info.itemID])[info.itemID] ?? info.itemID
    return [
      SearchResult(
        kind: SearchResult.operation, label: info.title, place: place(of: "\(info.table) \(name)"),
        link: Links.operation(store.name, number), isExact: true)
    ]
  }
}

extension RowState {
  /// Of a row with this operation in the queue.
  fileprivate init(_ operation: OperationState) {
    self =
      switch operation {
      case .pending, .blocked, .unknown: .pending
      case .sending: .sending
      case .failed: .failed
      case .conflict: .conflict
      }
  }
}
