import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit
import Zones

/// Rows as they were, with what became of them.
struct TimeMachinePage {
  static let template = "TimeMachine/past"
  /// Further columns are on the page of each row.
  private static let columnsMax = 8

  let facts: StorePageContext
  let table: String
  let asked: PastRowsRequest
  let past: PastRows
  /// Other stores that the rows can be compared with.
  let places: [String]
  /// False for a program, which has no staged changes of its own.
  let canStage: Bool
  let mayUndelete: Bool

  private var path: String { Links.pastRows(facts.store, table) }

  var values: TemplateDictionary {
    var values = facts.values
    values.set("TABLE", table)
    values.set("PATH", path)
    values.set("ROWS_LINK", Links.rows(facts.store, table))
    values.set("STAGE_ACTION", "\(path)/stage")
    values.set("AT", PageZone.current.control(asked.at))
    values.set("AT_ISO", asked.at.wholeSeconds)
    values.set("TO", asked.to.map { PageZone.current.control($0) } ?? "")
    values.set("ZONE", PageZone.current.typed.name)
    values.set("VIEW", asked.view.rawValue)
    values.set(moment: "THEN", asked.at)
    values.set("LATER", later)
    values.set("BULK_ACTION", Links.bulk(facts.store, table))
    values.add("PLACE", list: placeOptions)
    let place = placeNames.first { $0.place == asked.place }?.name ?? asked.place.word
    values.add("ELSEWHERE", list: asked.place == .here ? [] : [["PLACE_NAME": place]])
    PageTabs(
      name: localized("Rows"),
      tabs: [
        tab(.changed, localized("Changed since")), tab(.all, localized("All rows")),
      ]
    ).add(to: &values)
    if let begins = past.historyBegins, begins > asked.at {
      values.add("TRIMMED", ["SINCE": Format.full(begins)])
    }
    addSearch(to: &values)
    addRows(to: &values)
    let pager = asked.pager(
      path, shown: past.rows.count, previous: past.previous, next: past.next)
    values.set("POSITION", position(pager))
    pager.add(to: &values)
    return values
  }

  private func position(_ pager: ListPager) -> String {
    guard past.next != nil, past.rows.count < asked.size else { return pager.rows }
    let (shown, searched) = (pager.rows, Format.number(PastRowsQuery.searchedMax))
    return asked.cursor.before == nil || past.previous == nil
      ? localized("\(shown), after searching \(searched) rows. The next page continues there.")
      : localized("\(shown), after searching \(searched) rows. The previous page continues there.")
  }

  private func addSearch(to values: inout TemplateDictionary) {
    let items = asked.unsearched.items()
    let filter = ListFilter(
      name: localized("Time machine"), path: path, items: items, text: asked.text,
      label: localized("Text or id of a row"), hint: localized("Search rows, then or later"),
      cleared: asked.text == nil ? nil : Links.with(path, items))
    values.add("TOOLS") { filter.add(to: &$0) }
    values.add("KEPT_TEXT", list: asked.text.map { [["TEXT": $0]] } ?? [])
    values.add(
      "KEPT_SIZE",
      list: asked.size == PastRowsRequest.usualSize ? [] : [["SIZE": "\(asked.size)"]])
  }

  private func tab(_ view: PastRowsRequest.View, _ label: String) -> PageTabs.Tab {
    .init(
      label: label, link: Links.with(path, asked.viewing(view).items()),
      isCurrent: asked.view == view)
  }

  private var later: String {
    switch asked.place {
    case .here: asked.to.map { Format.full($0) } ?? localized("Now")
    case .server: localized("Server now")
    case .store(let name): localized("Store \(name) now")
    }
  }

  private var placeNames: [(place: PastRowsRequest.Place, name: String)] {
    [(.here, localized("this store")), (.server, localized("the server now"))]
      + places.map { name in (.store(name), localized("store \(name) now")) }
  }

  private var placeOptions: [TemplateDictionary] {
    placeNames.map { place, name in
      var option: TemplateDictionary = ["VALUE": place.word, "NAME": name]
      option.show("CHOSEN", if: place == asked.place)
      return option
    }
  }

  private func addRows(to values: inout TemplateDictionary) {
    let name = RowTitle(columns: past.columns)
    // The column that names the rows is in their title already, as it was.
    let isTitleChanged = past.rows.contains { $0.differing.contains(identical: name.column) }
    let shown = Array(
      past.columns.filter { !$0.isSystem && (isTitleChanged || $0.name !== name.column) }
        .prefix(Self.columnsMax))
    values.add("HEAD", list: shown.map { ["COLUMN": $0.name] })
    values.add("ROW", list: past.rows.map { line($0, name, shown) })
    let span = shown.count + (mayStage ? 4 : 3)
    values.add(
      "EMPTY",
      list: past.rows.isEmpty
        ? [["SPAN": "\(span)", "HEADLINE": nothing]] : [])
    let offersStaging = mayStage && past.rows.contains(where: \.canBeStaged)
    values.show("CAN_STAGE", if: offersStaging)
    let canUndelete =
      mayStage && mayUndelete && past.rows.contains(where: \.canBeUndeleted)
    values.show("CAN_UNDELETE", if: canUndelete)
    values.show("CAN_RESTORE", if: offersStaging || canUndelete)
    values.show("TICKS", if: mayStage)
  }

  private var nothing: String {
    if let text = asked.text { return localized("No rows match “\(text)”.") }
    return asked.view == .changed
      ? localized("No rows changed since that time.") : localized("The table has no rows.")
  }

  /// What another place has is no reason to change rows here.
  private var mayStage: Bool { facts.mayChange && canStage && asked.place == .here }

  private func line(
    _ row: RowAtTime, _ name: RowTitle, _ shown: [Column]
  ) -> TemplateDictionary {
    let record = row.then.record ?? row.later.record ?? Record(id: row.id)
    var line: TemplateDictionary = [
      "ID": row.id, "TITLE": name.title(record), "LINK": Links.row(facts.store, table, row.id),
      "HISTORY_LINK": Links.with(
        Links.row(facts.store, table, row.id), QueryItems([.init("tab", "history")])),
    ]
    line.set(badge: "CHIP", asked.place == .here ? Badge(row) : Badge(elsewhere: row))
    line.show("DELETED", if: row.then.record?.deleted ?? false)
    line.show("TICKS", if: mayStage)
    let canTick = row.canBeStaged || mayUndelete && row.canBeUndeleted
    line.show("CAN_TICK", if: canTick)
    line.show("CANNOT_TICK", if: !canTick)
    line.add("CELL", list: shown.map { cell($0, row) })
    return line
  }

  private func cell(_ column: Column, _ row: RowAtTime) -> TemplateDictionary {
    var cell: TemplateDictionary = ["COLUMN": column.name]
    if row.differing.contains(where: { $0 === column.name }) {
      cell.add("PAIR", pair(column, row))
    } else if let record = row.then.record {
      cell.add(
        "SAME_CELL",
        Cell(listed: record.value(column.name), column, now: facts.now).dictionary())
    } else {
      cell.show("NOTHING")
    }
    return cell
  }

  /// What a column held, and what it holds.
  private func pair(_ column: Column, _ row: RowAtTime) -> TemplateDictionary {
    let value = { (state: PastState) in
      Cell(listed: state.record?.value(column.name) ?? .null, column, now: facts.now).dictionary()
    }
    var pair = TemplateDictionary()
    pair.add("THEN_CELL", value(row.then))
    pair.add("LATER_CELL", value(row.later))
    return pair
  }
}

extension PastState {
  var record: Record? {
    if case .row(let record) = self { record } else { nil }
  }
}

extension RowAtTime {
  /// Whether its earlier values differ, or it was removed since, so that those can be staged.
  fileprivate var canBeStaged: Bool {
    switch change {
    case .changed: !differing.isEmpty && later.record?.deleted == false
    case .removed: then.record?.deleted == false
    case .same, .added, .unknown: false
    }
  }

  /// Whether it was deleted since.
  fileprivate var canBeUndeleted: Bool {
    then.record?.deleted == false && later.record?.deleted == true
  }
}

extension Badge {
  /// - Parameter row: With what another place has as its later state.
  fileprivate init(elsewhere row: RowAtTime) {
    switch row.change {
    case .changed where row.then.record?.deleted != row.later.record?.deleted:
      self =
        row.later.record?.deleted == true
        ? Badge(.deleted, localized("Deleted there")) : Badge(.done, localized("Not deleted there"))
    case .same: self = Badge(.synced, localized("Same"))
    case .changed: self = Badge(.pending, localized("Different"))
    case .added: self = Badge(.done, localized("Only there"))
    case .removed: self = Badge(.deleted, localized("Missing there"))
    case .unknown: self = Badge(.warn, localized("Values unknown"))
    }
  }

  fileprivate init(_ row: RowAtTime) {
    let (then, later) = (row.then.record, row.later.record)
    switch row.change {
    case .changed where then?.deleted == false && later?.deleted == true:
      self = Badge(.deleted, localized("Deleted later"))
    case .changed where then?.deleted == true && later?.deleted == false:
      self = Badge(.done, localized("Undeleted later"))
    case .same: self = Badge(.synced, localized("Same"))
    case .changed: self = Badge(.pending, localized("Changed"))
    case .added: self = Badge(.done, localized("Added later"))
    case .removed: self = Badge(.deleted, localized("Removed later"))
    case .unknown: self = Badge(.warn, localized("Values unknown"))
    }
  }
}
