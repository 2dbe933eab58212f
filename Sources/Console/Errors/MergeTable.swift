import JSONKit
import Localization
import Support
import SyncCore
import TemplateKit

/// The label of the button that saves the result, with the number of open columns.
private enum SaveResultLabel {
  /// - Parameter written: Takes the number's place.
  static func words(_ open: Int, as written: String? = nil) -> String {
    guard open > 0 else { return localized("Save result") }
    return localized("Save result (\(written ?? Format.number(open)) open)")
  }
}

/// The fields of an error's row side by side, each with its choice, for `Errors/_merge-fields.tpl`.
struct MergeTable {
  var facts: ErrorFacts
  /// Nil when there is nothing to merge.
  var form: MergeForm?
  /// True when the row changed after somebody had opened the page, whose choice then did not count.
  var isStale = false

  private var error: OperationError { facts.error }

  /// Adds `PROBLEMS` where the form comes back.
  func addProblems(to values: inout TemplateDictionary) {
    var sentences = form?.mistakes.map { labelled($0.column, $0.sentence) } ?? []
    if isStale {
      sentences.append(
        localized(
          "The row changed here or on the server since you opened this page. The current versions "
            + "are below and the values you typed are kept. Compare again and choose."))
    }
    guard !sentences.isEmpty else { return }
    var problems = TemplateDictionary()
    problems.add("PROBLEM", list: sentences.map { ["TEXT": $0] })
    values.add("PROBLEMS", problems)
  }

  /// Adds `FIELDS` and `EQUAL`, or `COPIES` where there is nothing to merge.
  func add(to values: inout TemplateDictionary) {
    guard let form else {
      return CopiesTable(error, columns: facts.columns).add(to: &values)
    }
    values.set(
      "BASE_NOTE", error.base == nil ? localized("none: new row") : localized("last synced"))
    values.set("LOCAL_NOTE", localized("your change, not sent"))
    values.set("SERVER_NOTE", serverNote)
    values.set(
      "RESULT_NOTE",
      facts.store.mayChange ? localized("saved; you can edit it") : localized("not saved yet"))
    values.set("SAVE_WORDS", SaveResultLabel.words(form.openFields))
    values.set("SAVE_NONE", SaveResultLabel.words(0))
    values.set("SAVE_ONE", SaveResultLabel.words(1))
    values.set("SAVE_MANY", SaveResultLabel.words(2, as: "{0}"))
    if !form.fields.isEmpty {
      var section = TemplateDictionary()
      section.add("FIELD", list: form.fields.map(line))
      section.add("WHOLE_TEXTS", list: form.fields.compactMap { FullText($0)?.values })
      values.add("FIELDS", section)
    }
    guard !form.same.isEmpty else { return }
    var section: TemplateDictionary = [
      "COUNT": Format.count(form.same.count, "column is equal", "columns are equal")
    ]
    section.add(
      "SAME",
      list: form.same.map { column, value in
        var line: TemplateDictionary = ["COLUMN": column.name]
        line.add("VALUE", ValueDifference(column: column, before: nil, after: value).values)
        return line
      })
    values.add("EQUAL", section)
  }

  private var serverNote: String {
    guard let text = error.server?.updatedAt, let moment = Timestamp(text) else {
      return localized("current version")
    }
    return localized("changed \(Format.time(moment, now: facts.store.now))")
  }

  private func line(_ field: MergeForm.Field) -> TemplateDictionary {
    var values: TemplateDictionary = [
      "COLUMN": field.column.name, "CHANGED": changed(field), "RESULT": field.prefilled,
      "LOCAL_TEXT": field.text(of: .local), "SERVER_TEXT": field.text(of: .server),
      "LOCAL_WORDS": field.words(of: .local), "SERVER_WORDS": field.words(of: .server),
      "LOCAL_NULL": field.local.isNull ? "1" : "", "SERVER_NULL": field.server.isNull ? "1" : "",
      "RESULT_NULL": field.isNullPrefilled ? "1" : "",
    ]
    if field.isOpen {
      let words =
        facts.store.mayChange ? localized("Open: choose a side") : localized("Not decided")
      values.add("CHOOSE", ["WORDS": words])
    }
    let column = field.column
    values.add(
      "BASE_VALUE",
      ValueDifference(column: column, before: nil, after: field.base, isBrief: true).values)
    values.add(
      "LOCAL_VALUE",
      ValueDifference(column: column, before: field.base, after: field.local, isBrief: true)
        .values)
    values.add(
      "SERVER_VALUE",
      ValueDifference(column: column, before: field.base, after: field.server, isBrief: true)
        .values)
    values.show("LOCAL_ON", if: field.side == .local)
    values.show("SERVER_ON", if: field.side == .server)
    if field.isChosenFromList {
      let words = [
        ("", localized("choose")), ("true", "true"), ("false", "false"), ("null", "NULL"),
      ]
      var list = TemplateDictionary()
      list.add(
        "OPTION",
        list: words.filter { !$0.0.isEmpty || field.prefilled.isEmpty }.map { value, word in
          var option: TemplateDictionary = ["VALUE": value, "WORD": word]
          option.show("PICKED", if: value == field.typed)
          return option
        })
      values.add("LIST", list)
      return values
    }
    let inputs = [field.local, field.server].map { ColumnInput(column: column, was: $0) }
    let lines = FullText(field) == nil ? inputs.map(\.lines).max() ?? 1 : 12
    values.add(
      inputs.contains { $0.control == .area } ? "LONG" : "SHORT",
      ["TYPED": field.typed, "LINES": "\(lines)"])
    var tick = TemplateDictionary()
    tick.show("TICKED", if: field.isNullTicked)
    values.add("NULL_TICK", tick)
    return values
  }

  private func changed(_ field: MergeForm.Field) -> String {
    switch (field.changedHere, field.changedThere) {
    case (true, false): localized("changed here")
    case (false, true): localized("changed on the server")
    default: field.base == nil ? localized("different") : localized("changed on both sides")
    }
  }
}
