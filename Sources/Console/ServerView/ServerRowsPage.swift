import HTTPKit
import Localization
import Support
import SyncCore
import TemplateKit

/// The server's rows, with what is different here marked.
struct ServerRowsPage {
  static let template = "ServerView/server-rows"
  /// Further columns are on the page of each row.
  private static let columnsMax = 8

  let page: ServerRows
  let asked: ServerRowsRequest
  let pager: ListPager
  let store: String
  let table: String
  let mayPull: Bool
  let now: Timestamp

  private var path: String { Links.serverRows(store, table) }

  var values: TemplateDictionary {
    var values: TemplateDictionary = [
      "TABLE": table, "ROWS_LINK": Links.rows(store, table), "PATH": path,
      "FILTER": asked.filter ?? "", "POSITION": pager.rows,
    ]
    values.set(moment: "AT", page.at)
    tabs.add(to: &values)
    values.add("WARNING", list: page.warnings.map { ["TEXT": $0] })
    let name = RowTitle(columns: page.columns)
    let shown = page.columns.filter { !$0.isSystem && $0.name !== name.column }
      .prefix(Self.columnsMax)
    values.add("HEAD", list: shown.map { ["COLUMN": $0.name] })
    values.add("ROW", list: page.rows.map { line($0, name, Array(shown)) })
    values.add(
      "EMPTY",
      list: page.rows.isEmpty
        ? [
          [
            "SPAN": "\(shown.count + 4)",
            "HEADLINE": pager.isFirst
              ? localized("The server lists no rows.") : localized("There are no more rows."),
          ]
        ] : [])
    values.add(
      "KEPT_SIZE",
      list: asked.size == ServerRowsRequest.usualSize ? [] : [["SIZE": "\(asked.size)"]])
    pager.add(to: &values)
    return values
  }

  private var tabs: PageTabs {
    let views = [RowView.live, .deleted, .all].map { view in
      let items = QueryItems(view == .live ? [] : [.init("view", view.rawValue)])
      return PageTabs.Tab(
        label: view.title, link: Links.with(Links.rows(store, table), items), isCurrent: false)
    }
    return PageTabs(
      name: localized("Views of \(table)"),
      tabs: views + [.init(label: localized("Server"), link: path, isCurrent: true)])
  }

  private func line(
    _ row: ServerComparison, _ name: RowTitle, _ shown: [Column]
  ) -> TemplateDictionary {
    let server = row.server ?? Record(id: row.id)
    let badge = Badge(row)
    var line: TemplateDictionary = [
      "LINK": Links.serverComparison(store, table, row.id), "TITLE": name.title(server),
      "CHIP": badge.look.rawValue, "CHIP_WORD": badge.word,
    ]
    line.show("DELETED", if: server.deleted)
    line.add("CELL", list: shown.map { cell($0, row, server) })
    line.add(
      "UPDATED_CELL",
      list: page.columns.filter { $0.name === SystemColumn.updatedAt.rawValue }.prefix(1).map {
        Cell(listed: server.value($0.name), $0, now: now).dictionary()
      })
    let canPull = mayPull && row.repairs.contains(.pullAgain)
    line.add(
      "PULL",
      list: canPull
        ? [["CHOICE": RowRepair.pullAgain.rawValue, "LABEL": RowRepair.pullAgain.label]] : [])
    return line
  }

  private func cell(
    _ column: Column, _ row: ServerComparison, _ server: Record
  ) -> TemplateDictionary {
    var cell: TemplateDictionary = ["COLUMN": column.name]
    let there = Cell(listed: server.value(column.name), column, now: now).dictionary()
    guard let local = row.local, row.differing.contains(where: { $0 === column.name }) else {
      cell.add("SAME_CELL", there)
      return cell
    }
    var pair = TemplateDictionary()
    pair.add("SERVER_CELL", there)
    pair.add(
      "LOCAL_CELL", Cell(listed: local.value(column.name), column, now: now).dictionary())
    cell.add("PAIR", pair)
    return cell
  }
}

extension Badge {
  /// How a row of the server stands to the store's.
  fileprivate init(_ row: ServerComparison) {
    guard row.operations.isEmpty else {
      self =
        row.isChangedOnServer
        ? Badge(.conflict, localized("Changed on both sides"))
        : Badge(.pending, localized("Pending change"))
      return
    }
    switch row.result {
    case .same: self = Badge(.synced, localized("Same"))
    case .missingHere: self = Badge(.warn, localized("Only on the server"))
    case .different, .missingOnServer, .missingOnBoth:
      self =
        row.differing.isEmpty
        ? Badge(.warn, localized("Another version")) : Badge(.warn, localized("Different here"))
    }
  }
}
