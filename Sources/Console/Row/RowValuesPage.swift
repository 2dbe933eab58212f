import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// One row: its values here, and how it stands with the server.
struct RowValuesPage {
  static let template = "Row/row"

  let head: RowHead
  let now: Timestamp
  var references = RowReferences()
  /// True where the server keeps files beside the rows.
  var keepsFiles = false
  /// The columns whose values are masked for the reader.
  var covered: UTF8Set = []
  /// What the reader put aside of this row; nil when nothing.
  var staged: StagedChange?

  /// Longer values are cut here, and whole on a page of their own.
  static let valueBytesMax = 2_000
  private static let valueLinesMax = 40

  private var detail: RowDetail { head.detail }

  var title: String { head.title }

  var values: TemplateDictionary {
    var values = head.values
    values.add("STAGED_HERE", list: staged.map { [note($0)] } ?? [])
    let own = detail.columns.filter { !$0.isSystem }
    values.add("OWN_VALUE", list: own.enumerated().map { line($0.element, field: $0.offset) })
    values.show("NO_OWN_VALUES", if: own.isEmpty)
    values.add("SYSTEM_VALUE", list: detail.columns.filter(\.isSystem).map { line($0) })
    let differences = differences
    if !differences.isEmpty {
      values.add("DIFFERENCES") { $0.add("DIFFERENCE", list: differences) }
    }
    values.add("FACT", list: facts)
    values.add("ERROR", list: detail.errors.map(error))
    addLadder(to: &values)
    let incoming = references.dictionaries(head.store)
    if !incoming.isEmpty { values.add("REFERENCES") { $0.add("REFERENCE", list: incoming) } }
    addFiles(to: &values)
    return values
  }

  private func note(_ staged: StagedChange) -> TemplateDictionary {
    let parts = staged.values.map { name, wanted in
      let column = detail.columns.first { $0.name === name } ?? Column(name, .text)
      let texts = [detail.record.value(name), wanted].map { value in
        let text = Cell(full: value, column).text
        return text.prefix(60) + (text.count > 60 ? "…" : "")
      }
      return "\(name) \(texts[0]) → \(texts[1])"
    }
    return ["TEXT": parts.joinedAsList(), "LINK": Links.changes(head.store)]
  }

  private func addFiles(to values: inout TemplateDictionary) {
    guard keepsFiles else { return values.add("FILES", list: []) }
    RowFilesView(
      store: head.store, table: detail.table, record: detail.record, columns: detail.columns,
      fingerprint: detail.contentFingerprint, isEditable: head.permissions.edits && !detail.deleted
    ).add(to: &values)
  }

  /// - Parameter field: The place of the column among the fields of the edit form; nil for a system column.
  private func line(_ column: Column, field: Int? = nil) -> TemplateDictionary {
    let value = detail.record.value(column.name)
    let held = JSONText.tree(value, in: column)
    let outgoing = references.outgoing[column.name]
    var values = outgoing.flatMap(named) ?? content(value, held, column)
    values.set("COLUMN", column.name)
    if let menu = menu(column, value, field: field) { values.add("CELL_MENU", menu.write) }
    let absent = outgoing.flatMap { $0.row == nil ? $0.pointer.table : nil }
    values.add("ABSENT", list: absent.map { [["TABLE": $0]] } ?? [])
    let target = outgoing?.pointer.table ?? references.tables[column.name]
    values.set("TYPE", column.typeTitle(referringTo: target))
    let base = base(column, value)
    let remarks = [
      held.map { _ in localized("\(JSONText.remark), shown indented") },
      remark(column, value, base: base),
    ]
    values.show("UNSENT", if: base != nil)
    values.add("REMARK", list: remarks.compactMap { $0 }.map { ["TEXT": $0] })
    return values
  }

  /// - Parameter held: The JSON that the value is the text of; nil for any other.
  private func content(
    _ value: JSONValue, _ held: JSONValue?, _ column: Column
  ) -> TemplateDictionary {
    let isTree = held != nil || value.array != nil || value.object != nil
    let text = isTree ? (held ?? value).pretty : value.string ?? ""
    let start = isTree ? text : Self.firstLines(text)
    let isCut = start.utf8.count > Self.valueBytesMax || start.utf8.count < text.utf8.count
    guard isTree || isCut else { return Cell(full: value, column).dictionary() }
    let shown = isCut ? String(start.prefix(Self.valueBytesMax / 2)) + "…" : text
    var values: TemplateDictionary = [:]
    values.add(
      isTree ? "IS_TREE" : "IS_PLAIN",
      ["TEXT": isTree ? VisibleText.json(shown) : VisibleText.marked(shown)])
    if isCut {
      let bytes = Format.bytes((value.string ?? text).utf8.count)
      values.add("CUT", ["LINK": wholeLink(column), "BYTES": bytes])
    }
    return values
  }

  /// All of a text that has no more lines than a page shows of a value.
  private static func firstLines(_ text: String) -> String {
    var lines = 0
    let end = text.utf8.firstIndex { byte in
      lines += byte == 0x0a ? 1 : 0
      return lines == valueLinesMax
    }
    return end.map { String(text[..<$0]) } ?? text
  }

  private func wholeLink(_ column: Column) -> String {
    Links.value(head.store, detail.table, detail.record.id, column.name)
  }

  /// Nil for the id, of which no other row has the same, and for a masked value.
  private func menu(_ column: Column, _ value: JSONValue, field: Int?) -> CellMenu? {
    guard column.name !== SystemColumn.id.rawValue, !covered.contains(column.name) else {
      return nil
    }
    return CellMenu(
      value: value, wholeLink: wholeLink(column), onlyLink: onlyLink(column, value),
      editLink: field.flatMap { field in head.editLink.map { "\($0)#f-\(field)" } })
  }

  /// The table's rows with the same value.
  private func onlyLink(_ column: Column, _ value: JSONValue) -> String? {
    guard let filter = RowFilter(column.name, is: value) else { return nil }
    let parameter = RowListRequest.parameter(column.name, filter.op)
    return Links.with(
      Links.rows(head.store, detail.table),
      QueryItems([.init("view", "all"), .init(parameter, filter.value)]))
  }

  /// The name of the row that a column refers to, with its id below; nil where that row is not here.
  private func named(_ outgoing: RowReferences.Outgoing) -> TemplateDictionary? {
    guard let row = outgoing.row else { return nil }
    let pointer = outgoing.pointer
    var values = TemplateDictionary()
    values.add("NAMED") { link in
      link.set("TITLE", row.name)
      link.set("LINK", Links.row(head.store, pointer.table, pointer.id))
      link.show("TO_DELETED", if: row.isDeleted)
    }
    let hasName = row.name !== pointer.id
    values.add("NAMED_ID", list: hasName ? [["ID": VisibleText.shown(pointer.id)]] : [])
    return values
  }

  private func remark(_ column: Column, _ value: JSONValue, base: JSONValue?) -> String? {
    if !column.type.accepts(value) { return column.type.misfit }
    if value == "" { return localized("empty text") }
    return base.map { labelled(localized("Base"), Cell(listed: $0, column, now: now).text) }
  }

  /// The value that was synced last, of a column that was changed here since; else nil.
  private func base(_ column: Column, _ value: JSONValue) -> JSONValue? {
    guard !column.isSystem, let base = detail.base?.value(column.name),
      !detail.operations.isEmpty, base != value
    else { return nil }
    return base
  }

  /// Columns in which base, store and server are not all alike.
  private var differences: [TemplateDictionary] {
    guard detail.base != nil || detail.server != nil else { return [] }
    return detail.columns.filter { !$0.isSystem || $0.name == "deleted" }.compactMap { column in
      let here = detail.record.value(column.name)
      let base = detail.base?.value(column.name)
      let server = detail.server?.value(column.name)
      guard base.map({ $0 != here }) == true || server.map({ $0 != here }) == true else {
        return nil
      }
      var values: TemplateDictionary = ["COLUMN": column.name]
      values.add(
        "SIDE",
        list: [
          side(localized("Base"), column, before: nil, base),
          side(localized("Here"), column, before: base, here),
          side(localized("Server"), column, before: base, server),
        ])
      return values
    }
  }

  private func side(
    _ name: String, _ column: Column, before: JSONValue?, _ value: JSONValue?
  ) -> TemplateDictionary {
    var cell =
      value.map {
        ValueDifference(column: column, before: before, after: $0, isBrief: true).values
      } ?? Cell.plain(localized("not known")).dictionary()
    cell.set("SIDE", name)
    return cell
  }

  // MARK: - The sync box

  private var facts: [TemplateDictionary] {
    var facts = detail.operations.map { operation in
      let info = operation.info
      var fact: TemplateDictionary = ["NAME": localized("Pending")]
      fact.add(
        "LINKED",
        [
          "TEXT": info.title, "LINK": Links.operation(head.store, info.id),
        ])
      let time = Format.full(info.queuedAt)
      fact.add(
        "SMALL",
        [
          "TEXT": info.attempts == 0
            ? localized("queued \(time), not sent yet")
            : localized("queued \(time), sent \(Format.count(info.attempts, "time"))")
        ])
      return fact
    }
    facts.append(version(localized("Local version"), detail.base ?? detail.record))
    if let server = detail.server { facts.append(version(localized("Server version"), server)) }
    if detail.operations.isEmpty {
      var fact: TemplateDictionary = ["NAME": localized("Queue")]
      fact.add("WORDS", ["TEXT": localized("No pending operations")])
      facts.append(fact)
    }
    return facts
  }

  private func version(_ name: String, _ record: Record) -> TemplateDictionary {
    var fact: TemplateDictionary = ["NAME": name]
    if let version = record.version {
      fact.add("CODE", ["TEXT": version])
    } else {
      fact.add("WORDS", ["TEXT": localized("none: not on the server yet")])
    }
    if let stamp = record.updatedAt.flatMap({ Timestamp($0) }) {
      fact.add("SMALL", ["TEXT": localized("changed on the server \(Format.full(stamp))")])
    }
    return fact
  }

  private func error(_ error: OperationError) -> TemplateDictionary {
    [
      "MESSAGE": error.headline,
      "DETAIL": localized(
        "\(error.answer), code \(error.code), \(Format.full(error.at))"),
      "LINK": Links.error(head.store, error.id),
      "LABEL": error.isConflict ? localized("Review conflict") : localized("Review error"),
      "TONE": error.isConflict ? "conf" : "fail",
    ]
  }

  private func addLadder(to values: inout TemplateDictionary) {
    let isShown = !detail.why.isEmpty && detail.state != .synced
    guard isShown else { return values.add("LADDER", list: []) }
    var ladder = TemplateDictionary()
    ladder.set(time: "CHECKED", now, now: now)
    ladder.add(
      "CHECK",
      list: DiagnosisView(
        store: head.store, checks: detail.why, isWaiting: detail.state == .pending,
        maySync: head.permissions.syncs, mayRetry: head.permissions.retries
      ).lines)
    values.add("LADDER", ladder)
  }
}

/// The look of a check of “Why is this row not synced?”.
///
/// A change that only waits for its turn stops somewhere too, and nothing is wrong with it.
struct DiagnosisStep {
  /// The class that gives the step its shape.
  var style: String
  var word: String

  init(_ check: DiagnosisCheck, isWaiting: Bool) {
    (style, word) =
      switch check.result {
      case .ok: ("ok", localized("Passed"))
      case .no: isWaiting ? ("warn", localized("Waiting")) : ("no", localized("Failed"))
      case .warn: ("warn", localized("Warning"))
      case .skipped: ("skipped", localized("Not checked"))
      case .unknown: ("skipped", localized("Unknown"))
      }
  }
}
