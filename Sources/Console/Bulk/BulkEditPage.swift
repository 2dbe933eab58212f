import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// The form that edits a column of many rows, with the preview of what was entered.
struct BulkEditPage {
  static let template = "Bulk/bulk-edit"
  /// More rows than this are saved at once or not at all: the review shows each of them.
  static let stagedMax = BulkHandlers.unaskedMax

  private typealias Field = BulkEditRequest.Field

  static let fieldIDs: UTF8Dictionary<String> = [
    Field.change: "b-change", Field.value: "b-value", Field.flag: "b-flag",
    Field.reference: "b-ref", Field.find: "b-find", Field.replacement: "b-with",
  ]

  let actions: RowActions
  let request: BulkEditRequest
  let ids: [String]
  /// The form that led here; it says which rows are meant.
  let form: QueryItems
  /// The list that the rows were selected in.
  let back: String
  /// Rows that the chosen column can refer to; nil for a column of any other kind.
  let choices: ReferenceChoices?
  var preview: BulkEditPreview?
  /// True where the person can push once the store is online.
  var mayPush = false
  /// Why a confirmation did not count.
  var problem: String?
  var refused: InvalidForm?

  private var store: String { actions.store.name }
  private var table: String { actions.table }
  private var rows: String { Format.count(ids.count, "row") }

  var title: String { localized("Edit \(rows) of \(table)") }
  var nav: Nav { Nav(store: store, .table(table)) }

  var values: TemplateDictionary {
    var values: TemplateDictionary = [
      "STORE": store, "STORE_LINK": Links.store(store), "TABLE": table, "BACK_LINK": back,
      "HEADLINE": localized("Edit \(rows)"), "SUB": subject,
      "EDIT_ACTION": Links.bulk(store, table),
      "VALUE": request.value, "FIND": request.find, "REPLACEMENT": request.replacement,
      "DATE_HINT": ColumnInput(column: Column("", .date), was: .null).hint,
      "FIND_MAX": "\(BulkEditRequest.textMax)",
      "PREVIEW_LABEL": preview == nil ? localized("Preview") : localized("Update preview"),
    ]
    values.show("FIRST_STEP", if: preview == nil)
    values.set(refused: refused, ids: Self.fieldIDs.map(\.value))
    values.add("PROBLEM", list: problem.map { [["TEXT": $0]] } ?? [])
    values.add("HIDDEN", list: hidden.map { ["NAME": $0.name, "VALUE": $0.value] })
    addControls(to: &values)
    values.add("PREVIEW", list: preview.map { [section($0)] } ?? [])
    values.add("CONFIRM", list: preview.flatMap(confirmation).map { [$0] } ?? [])
    return values
  }

  private var subject: String {
    form["query"] == nil
      ? localized("Selected rows, in store \(store).")
      : localized("All rows that match the list’s filter, in store \(store).")
  }

  /// The selection, and what the next answer is about.
  private var hidden: [QueryItems.Item] {
    let token = preview.map { ConfirmationToken(ids, $0.edit) } ?? ConfirmationToken(ids)
    var hidden = form.items.filter { !Field.all.contains($0.name) } + [token.hidden]
    if let preview { hidden.append(.init(Field.seen, "\(preview.seen)")) }
    return hidden
  }

  private func addControls(to values: inout TemplateDictionary) {
    let softDelete = actions.store.softDelete(of: table).column
    values.add(
      "COLUMN_CHOICE",
      list: request.columns.map { column in
        let resolver = request.resolvers[column.name]
        var choice: TemplateDictionary = [
          "NAME": column.name, "TYPE": column.typeTitle(referringTo: resolver?.table),
          "KIND": resolver == nil ? "t-\(column.type.rawValue)" : "t-ref",
        ]
        choice.add("REFERENCE", list: resolver.map { [$0.target(in: store)] } ?? [])
        choice.show("SOFT_DELETE", if: column.name === softDelete)
        choice.show("CHOSEN", if: column.name === request.column.name)
        return choice
      })
    values.set("SOFT_DELETE_COLUMN", ifAny: softDelete)
    values.add("REFERENCES", list: request.resolvers.isEmpty ? [] : [reference])
    values.add(
      "CHANGE_CHOICE",
      list: BulkEditRequest.Change.allCases.map { change in
        var choice: TemplateDictionary = ["VALUE": change.rawValue, "WORDS": change.words]
        choice.show("CHOSEN", if: change == request.change)
        return choice
      })
    values.add(
      "FLAG_CHOICE",
      list: ["true", "false"].map { flag in
        var choice: TemplateDictionary = ["VALUE": flag]
        choice.show("CHOSEN", if: flag == request.flag)
        return choice
      })
  }

  /// The box for a row of another table.
  private var reference: TemplateDictionary {
    let id = request.reference
    var box: TemplateDictionary = ["REFERENCE_VALUE": choices?.text(id) ?? id]
    box.add("REFERENCE", list: request.resolver.map { [$0.target(in: store)] } ?? [])
    choices?.addOffered(to: &box)
    box.set("CHOSEN", choices?.remark(id) ?? "")
    return box
  }

  // MARK: - The preview

  private func section(_ preview: BulkEditPreview) -> TemplateDictionary {
    let outcome = preview.outcome
    var section: TemplateDictionary = ["SUMMARY": preview.summary]
    section.add("FACT", list: preview.facts.map { ["NAME": $0.name, "TEXT": $0.text] })
    section.add("BROKEN", list: preview.brokenWarning.map { [$0] } ?? [])
    if !preview.rows.isEmpty {
      var grid: TemplateDictionary = [
        "COLUMN": preview.edit.column.name,
        "CAPTION": Self.caption(changing: preview.rows.count, of: outcome.changed),
      ]
      let edited = UTF8Dictionary(outcome.edited.prefix(preview.rows.count).map { ($0.id, $0) }) {
        first, _ in first
      }
      grid.add("ROW", list: preview.rows.map { line($0, edited[$0.id], preview) })
      section.add("ROWS", grid)
    }
    if !outcome.problems.isEmpty {
      let shown = outcome.problems.prefix(BulkEditPreview.shownMax)
      var grid: TemplateDictionary = [
        "CAPTION": Self.caption(skipped: shown.count, of: outcome.problems.count)
      ]
      grid.add(
        "PROBLEM_ROW",
        list: shown.map { problem in
          [
            "ID": problem.id, "LINK": Links.row(store, table, problem.id),
            "REASON": localized(stored: problem.message),
          ]
        })
      section.add("SKIPPED", grid)
    }
    return section
  }

  private func line(
    _ row: ListedRow, _ edited: BulkOutcome.EditedRow?, _ preview: BulkEditPreview
  ) -> TemplateDictionary {
    var line: TemplateDictionary = [
      "TITLE": preview.name.title(row.record), "LINK": Links.row(store, table, row.id),
      "EFFECT": Self.effect(row.state),
    ]
    line.set(badge: "CHIP", Badge(row.state, deleted: row.deleted))
    guard let edited else { return line }
    let column = preview.edit.column
    if case .replace = preview.edit.change {
      line.add(
        "PARTS",
        ValueDifference(
          column: column, before: edited.before, after: edited.after, isBrief: true
        ).values)
    } else {
      var both = TemplateDictionary()
      for (name, value) in [("WAS", edited.before), ("BECOMES", edited.after)] {
        let referenced = value.string.flatMap { preview.names[$0] }
        both.add(
          name,
          referenced.map { Cell.plain($0).dictionary() }
            ?? ValueDifference(column: column, before: nil, after: value, isBrief: true).values)
      }
      line.add("BOTH_VALUES", both)
    }
    return line
  }

  private static func caption(changing shown: Int, of all: Int) -> String {
    shown < all
      ? localized("First \(shown) of \(Format.number(all)) rows that change")
      : localized("Rows that change")
  }

  private static func caption(skipped shown: Int, of all: Int) -> String {
    shown < all
      ? localized("First \(shown) of \(Format.number(all)) skipped rows")
      : localized("Skipped rows")
  }

  /// What becomes of the row's place in the queue.
  private static func effect(_ state: RowState) -> String {
    switch state {
    case .synced, .sending: localized("New update")
    case .pending: localized("Added to the pending change")
    case .failed: localized("Replaces the rejected change")
    case .conflict: localized("Pushed once the conflict is resolved")
    }
  }

  /// The buttons that do it; nil where nothing would change.
  private func confirmation(_ preview: BulkEditPreview) -> TemplateDictionary? {
    let changed = preview.outcome.changed
    guard changed > 0 else { return nil }
    let rows = Format.count(changed, "row")
    var part: TemplateDictionary = [
      "LABEL": localized("Update \(rows)"),
      "WAY_BACK": [preview.wayBack, tooManyToStage(changed)].compactMap(\.self)
        .joinedAsSentences(),
    ]
    part.set("PUSH_VALUE", ifAny: mayPush ? BulkEditRequest.action + FollowUpPush.ending : nil)
    part.show("CAN_STAGE", if: changed <= Self.stagedMax && canStage)
    return part
  }

  private var canStage: Bool { actions.context.principal?.session != nil }

  /// Why there is no button that stages the edit; nil where there is one.
  private func tooManyToStage(_ changed: Int) -> String? {
    guard canStage, changed > Self.stagedMax else { return nil }
    let rows = Format.number(Self.stagedMax)
    return localized("At most \(rows) rows can be staged at once.")
  }
}
