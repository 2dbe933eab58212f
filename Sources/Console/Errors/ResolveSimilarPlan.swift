import JSONKit
import Localization
import Support
import SyncCore
import TemplateKit

/// One resolution for all conflicts in which the same columns differ: which side each column takes.
struct ResolveSimilarPlan {
  /// More rows than this are not decided at once.
  static let rowsMax = 5_000
  static let shownMax = 50

  /// By column.
  var sides: UTF8Dictionary<MergeForm.Side>
  /// The columns, by name.
  var columns: [String]
  /// The conflicts, the one that was looked at first.
  var errors: [OperationError]
  /// False when the table has more conflicts than are looked at for one plan.
  var isComplete: Bool
  /// How many others differ in the same fields, but were changed on other sides.
  var leftOut = 0
  /// What the decision is about, by operation.
  var revisions: [Int64: Revision] = [:]

  struct Cell {
    var column: String
    var here: JSONValue
    var there: JSONValue
    var result: JSONValue
  }

  func cells(_ error: OperationError) -> [Cell] {
    columns.map { column in
      let here = error.local?.values[column] ?? .null
      let there = error.server?.values[column] ?? .null
      return Cell(
        column: column, here: here, there: there,
        result: sides[column] == .local ? here : there)
    }
  }

  /// The values that are not the server's anyway.
  func values(_ error: OperationError) -> JSONObject {
    JSONObject(
      cells(error).filter { sides[$0.column] == .local }.map { ($0.column, $0.here) })
  }

  /// `status from this store, text from the server`.
  var words: String {
    columns.map { column in
      sides[column] == .local
        ? localized("\(column) from this store") : localized("\(column) from the server")
    }
    .joinedAsList()
  }

  /// What the audit says of `count` decisions.
  func target(_ count: Int) -> String {
    inEnglish {
      "\(Format.count(count, "conflict")) of \(errors[0].table): \(words)"
    }
  }

  /// A sentence about those that were changed on other sides; nil where there are none.
  static func leftOut(_ count: Int) -> String? {
    guard count > 0 else { return nil }
    let number = Format.number(count)
    return count == 1
      ? localized(
        "\(number) more conflict in these columns was changed on different sides and "
          + "is not included.")
      : localized(
        "\(number) more conflicts in these columns were changed on different sides and "
          + "are not included.")
  }

  /// Whether any of the results differs from what the server has, so that it has to be sent.
  var sends: Bool { columns.contains { sides[$0] == .local } }

  /// Names a conflict as it was previewed: a change on either side makes it another one.
  ///
  /// It tells the row too, for when the conflict is gone.
  func mark(_ error: OperationError) -> String {
    JSONValue.array(
      [error.id, revisions[error.operationID]?.rawValue ?? "", error.itemID].map { .string($0) }
    ).serializedText
  }

  /// The row of a conflict that was previewed; nil for what no preview gave.
  static func itemID(ofMark mark: String) -> String? {
    let parts = (try? JSONValue(parsing: mark))?.array
    return parts?.count == 3 ? parts?.last?.string : nil
  }

  func json(changes: Bool) -> JSONValue {
    [
      "columns": .array(columns.map { .string($0) }),
      "rows": .array(
        errors.map { error in
          [
            "id": .string(error.id), "table": .string(error.table),
            "itemId": .string(error.itemID),
            "results": .object(JSONObject(cells(error).map { ($0.column, $0.result) })),
          ]
        }), "changed": .integer(changes ? Int64(errors.count) : 0),
      "isComplete": .bool(isComplete), "leftOut": .integer(Int64(leftOut)),
    ]
  }
}

/// What a rule would do to which rows, before it is done.
struct ResolveSimilarPage {
  var facts: StorePageContext
  var error: OperationError
  var plan: ResolveSimilarPlan
  var columns: [Column]
  var list = ListOrigin()

  var title: String {
    let results = Format.count(plan.errors.count, "result")
    return localized("Save \(results) of \(error.table) in store \(facts.store)?")
  }

  var values: TemplateDictionary {
    var values = facts.values
    let store = facts.store
    let count = Format.count(plan.errors.count, "row")
    let name = RowTitle(columns: columns).title(error.local ?? Record(id: error.itemID))
    values.set("ERRORS_LINK", list.list(Links.errors(store)))
    values.set("BACK_LINK", list.on(Links.error(store, error.id)))
    values.set("BACK_NAME", name)
    values.set("QUESTION", title)
    let rule =
      plan.errors.count == 1
      ? localized("“\(name)”: \(plan.words).")
      : localized("\(count) of \(error.table): \(plan.words).")
    values.set(
      "RULE",
      [rule, ResolveSimilarPlan.leftOut(plan.leftOut)].compactMap { $0 }.joinedAsSentences())
    values.set(
      "SENDING",
      plan.sends
        ? localized("All results are saved in one step and sent with the next push.")
        : localized(
          "All results are saved in one step. Nothing is sent: the server already has these values."
        ))
    values.show("IS_PART", if: !plan.isComplete)
    values.set("LIMIT", Format.number(ResolveSimilarPlan.rowsMax))
    values.set("ACTION", list.on(Links.sameConflicts(store, error.id)))
    values.set("BUTTON", localized("Save \(Format.count(plan.errors.count, "result"))"))
    values.add(
      "SIDE",
      list: plan.columns.compactMap { column in
        plan.sides[column].map { ["COLUMN": column, "VALUE": $0.rawValue] }
      })
    values.add("PICKED", list: plan.errors.map { ["MARK": plan.mark($0)] })
    let shown = plan.errors.prefix(ResolveSimilarPlan.shownMax)
    values.set(
      "CAPTION",
      shown.count < plan.errors.count
        ? localized("First \(shown.count) of \(count), with results")
        : localized("Results for \(count)"))
    values.add("LINE", list: shown.flatMap(lines))
    return values
  }

  private func lines(_ error: OperationError) -> [TemplateDictionary] {
    let title = RowTitle(columns: columns).title(error.local ?? Record(id: error.itemID))
    return plan.cells(error).map { cell in
      let column = columns.first { $0.name === cell.column } ?? Column(cell.column, .text)
      var values: TemplateDictionary = [
        "NAME": title, "LINK": Links.error(facts.store, error.id), "COLUMN": cell.column,
      ]
      values.add(
        "THERE_VALUE", ValueDifference(column: column, before: nil, after: cell.there).values)
      values.add(
        "HERE_VALUE", ValueDifference(column: column, before: nil, after: cell.here).values)
      values.add(
        "RESULT_VALUE",
        ValueDifference(column: column, before: cell.there, after: cell.result).values)
      return values
    }
  }
}
