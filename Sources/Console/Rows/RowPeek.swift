import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// A row in a panel beside its list.
struct RowPeek {
  /// The parameter of the list's address that names the row.
  static let parameter = "peek"
  /// Columns of a conflict that its note names.
  private static let columnsMax = 6

  let store: String
  let id: String
  /// Nil when the store has no such row.
  let detail: RowDetail?
  let permissions: RowPermissions
  let softDelete: SoftDelete
  let now: Timestamp
  /// The columns whose values are masked for the person, who can’t filter by them.
  var covered: UTF8Set = []
  /// The columns that name rows of another table, with that table.
  var references: UTF8Dictionary<String> = [:]
  var referencedRows: [RowPointer: ReferencedRow?] = [:]
  /// The rows before and behind this one that the page does not show.
  var neighbours = RowNeighbours()

  /// The panel's part of the page.
  func values(of page: RowsPage) -> TemplateDictionary {
    let request = page.request
    var values: TemplateDictionary = [
      "ID": id, "PLACE": place(in: page), "CLOSE_LINK": request.link(peeking: nil),
    ]
    let (previous, next) = links(in: page)
    values.add("PREVIOUS", list: previous.map { [["LINK": $0]] } ?? [])
    values.show("NO_PREVIOUS", if: previous == nil)
    values.add("NEXT", list: next.map { [["LINK": $0]] } ?? [])
    values.show("NO_NEXT", if: next == nil)
    values.show("MISSING", if: detail == nil)
    values.add("FOUND", list: detail.map { [found($0, request)] } ?? [])
    return values
  }

  // MARK: - Place in the list

  private func index(in page: RowsPage) -> Int? {
    page.page?.rows.firstIndex { $0.id === id }
  }

  /// `Row 2 of 127`.
  private func place(in page: RowsPage) -> String {
    guard let first = page.pager.cursor.first, let index = index(in: page) else {
      return localized("Row")
    }
    let (number, total) = (Format.number(first + index), page.countWords)
    return total.isEmpty
      ? localized("Row \(number)") : localized("Row \(number) of \(total)")
  }

  /// Beyond an end of the page another page of the list comes with its row.
  private func links(in page: RowsPage) -> (previous: String?, next: String?) {
    let (request, rows) = (page.request, page.page?.rows ?? [])
    guard let index = index(in: page) else {
      return (
        neighbours.previous.map { request.link(peeking: $0) },
        neighbours.next.map { request.link(peeking: $0) }
      )
    }
    var (previous, next) = (String?.none, String?.none)
    if index > 0 {
      previous = request.link(peeking: rows[index - 1].id)
    } else if let id = neighbours.previous {
      previous = page.pager.previous.map { request.link(at: $0, peeking: id) }
    }
    if index < rows.count - 1 {
      next = request.link(peeking: rows[index + 1].id)
    } else if let id = neighbours.next {
      next = page.pager.next.map { request.link(at: $0, peeking: id) }
    }
    return (previous, next)
  }

  // MARK: - The row

  private func found(_ detail: RowDetail, _ request: RowListRequest) -> TemplateDictionary {
    let badge = Badge(detail.state, deleted: detail.deleted)
    let row = Links.row(store, detail.table, id)
    let list = ListOrigin(request.listQuery.encoded)
    var values: TemplateDictionary = [
      "TITLE": RowTitle(columns: detail.columns).title(detail.record), "LINK": list.on(row),
      "HISTORY_LINK": list.on(Links.history(store, detail.table, id)),
    ]
    values.set(badge: "STATE", badge)
    values.show("ALSO_DELETED", if: detail.deleted && detail.state != .synced)
    values.add("SINCE", list: since(detail).map { [stamp($0, now: now)] } ?? [])
    values.add("PROBLEM", list: detail.errors.last.map { [problem($0, detail)] } ?? [])
    let edit = editLink(detail, list, row)
    values.add("EDIT", list: edit.map { [["LINK": $0]] } ?? [])
    let own = detail.columns.filter { !$0.isSystem }
    values.show("NO_VALUES", if: own.isEmpty)
    values.add(
      "VALUE",
      list: own.enumerated().map { line($0.element, detail, request, edit: edit, at: $0.offset) })
    values.add("FACT", list: facts(detail))
    return values
  }

  private func editLink(_ detail: RowDetail, _ list: ListOrigin, _ row: String) -> String? {
    guard permissions.edits, detail.canBeEdited(softDelete) else { return nil }
    return list.on(Links.row(store, detail.table, id, action: "edit"))
  }

  /// When the row got into its state: its first failure, else its oldest pending change.
  private func since(_ detail: RowDetail) -> Timestamp? {
    guard detail.state != .synced else { return nil }
    return detail.errors.last?.since ?? detail.operations.first?.info.queuedAt
  }

  private func problem(_ error: OperationError, _ detail: RowDetail) -> TemplateDictionary {
    var values: TemplateDictionary = [
      "MESSAGE": error.headline, "LINK": Links.error(store, error.id),
      "LABEL": error.isConflict ? localized("Review conflict") : localized("Review error"),
      "TONE": error.isConflict ? "conf" : "fail",
    ]
    let columns = error.isConflict ? bothChanged(detail) : []
    values.show("MESSAGE_ONLY", if: columns.isEmpty)
    let rest = columns.count - Self.columnsMax
    let names = columns.prefix(Self.columnsMax).joinedAsList()
    let all = rest > 0 ? localized("\(names) and \(rest) more") : names
    values.set("BOTH", ifAny: columns.isEmpty ? nil : all)
    return values
  }

  /// Columns with three different values.
  private func bothChanged(_ detail: RowDetail) -> [String] {
    guard let base = detail.base, let server = detail.server else { return [] }
    return detail.columns.filter { !$0.isSystem }.map(\.name).filter { column in
      let here = detail.record.value(column)
      let (before, there) = (base.value(column), server.value(column))
      return here != before && there != before && here != there
    }
  }

  private func line(
    _ column: Column, _ detail: RowDetail, _ request: RowListRequest, edit: String?, at index: Int
  ) -> TemplateDictionary {
    let value = detail.record.value(column.name)
    let whole = Links.value(store, detail.table, id, column.name)
    var values = TemplateDictionary()
    let cell = Cell(listed: value, column, now: now)
    let pointer = RowPointer(value, column: column.name, references: references)
    if let pointer, let known = referencedRows[pointer], let row = known {
      values.add("REFERS") { link in
        link.set("LINK", Links.row(store, pointer.table, pointer.id))
        link.set("TEXT", row.name)
        link.show("TO_DELETED", if: row.isDeleted)
      }
    } else {
      cell.write(to: &values, link: whole, place: column.name)
    }
    values.set("COLUMN", column.name)
    values.set("OTHER_COPIES", ifAny: otherCopies(column, value, detail))
    guard !covered.contains(column.name) else { return values }
    let menu = CellMenu(
      value: value, wholeLink: whole, onlyLink: request.link(only: column.name, value),
      excludeLink: request.link(without: column.name, value),
      editLink: edit.map { "\($0)#f-\(index)" })
    values.add("CELL_MENU", menu.write)
    return values
  }

  /// `base 3, server 4`, where they differ from the value.
  private func otherCopies(_ column: Column, _ value: JSONValue, _ detail: RowDetail) -> String? {
    guard !detail.operations.isEmpty else { return nil }
    func other(_ copy: Record?) -> String? {
      guard let other = copy?.value(column.name), other != value else { return nil }
      return Cell(listed: other, column, now: now).text
    }
    let base = other(detail.base).map { value in localized("base \(value)") }
    let server = other(detail.server).map { value in localized("server \(value)") }
    let copies = [base, server].compactMap(\.self)
    return copies.isEmpty ? nil : copies.joinedAsList()
  }

  // MARK: - Sync

  private func facts(_ detail: RowDetail) -> [TemplateDictionary] {
    var facts = detail.operations.map { operation -> TemplateDictionary in
      let info = operation.info
      var fact: TemplateDictionary = ["NAME": localized("Operation")]
      fact.add(
        "LINKED",
        ["TEXT": info.title, "LINK": Links.operation(store, info.id)])
      let attempts =
        info.attempts == 0
        ? localized("not sent yet") : Format.count(info.attempts, "attempt")
      fact.set("WORDS", ", \(attempts)")
      return fact
    }
    if let error = detail.errors.last {
      var fact: TemplateDictionary = ["NAME": localized("Last push"), "WORDS": ", \(error.answer)"]
      fact.set(time: "AT", error.at, now: now)
      facts.append(fact)
    }
    let version = detail.record.version
    var versionFact: TemplateDictionary = ["NAME": localized("Version")]
    versionFact.set("WORDS", version == nil ? localized("none: not on the server yet") : "")
    versionFact.set("CODE", ifAny: version)
    var idFact: TemplateDictionary = ["NAME": "ID", "WORDS": ""]
    idFact.set("CODE", ifAny: id)
    return facts + [versionFact, idFact]
  }
}

extension RowsPage {
  /// The panel, and the button of the toolbar that opens it at the first row.
  func addPeek(to values: inout TemplateDictionary) {
    values.add("PEEK", list: peek.map { [$0.values(of: self)] } ?? [])
    let first = peek == nil ? page?.rows.first?.id : nil
    values.add("PEEK_FIRST", list: first.map { [["LINK": request.link(peeking: $0)]] } ?? [])
  }
}
