import JSONKit
import Support
import SyncCore
import TemplateKit

/// A conflict: what differs, side by side, and the choice.
struct ConflictPage {
  var facts: ErrorFacts
  /// Nil when there is nothing to merge: a copy is missing, or one side deleted the row.
  var form: MergeForm?
  /// True when the row changed after somebody had opened the page, whose choice then did not count.
  var isStale = false
  /// Its place among the conflicts of its list, such as `1 of 2`.
  var position: String
  var next: String?
  /// Other conflicts in which the same fields differ; nil when nobody looked.
  var similar: SimilarConflicts?
  /// At most this many conflicts of the table are looked at for each view of the page.
  static let lookAtMax = 200

  private var error: OperationError { facts.error }

  var values: TemplateDictionary {
    var values = facts.values
    values.set("POSITION", position)
    if let next {
      values.add("NEXT_CONFLICT", ["LINK": facts.list.on(Links.error(facts.store.store, next))])
    }
    values.set("HEADLINE", headline)
    values.set("TEXT", text)
    if let form, form.openFields > 0 {
      let verb = form.openFields == 1 ? "field needs" : "fields need"
      let choice = facts.store.mayChange ? "your choice" : "a choice"
      values.add("OPEN_FIELDS", ["SENTENCE": "\(form.openFields) \(verb) \(choice)."])
    }
    addProblems(to: &values)
    values.show("COPY_MISSING", if: facts.isCopyMissing)
    values.set("BASE_NOTE", error.base == nil ? "none: a new row" : "both started here")
    values.set("LOCAL_NOTE", "your change, not sent")
    values.set("SERVER_NOTE", serverNote)
    values.set(
      "RESULT_NOTE",
      facts.store.mayChange ? "what will be saved; you can type" : "as far as it is clear")
    values.set("BASE_VERSION", error.base?.version ?? "none")
    values.set("SERVER_VERSION", error.server?.version ?? "unknown")
    addFields(to: &values)
    addSimilar(to: &values)
    values.show("CAN_MERGE", if: form != nil)
    values.show("CAN_CHOOSE", if: error.server != nil)
    values.set("KEEP_WORDS", error.kind == .delete ? "Delete it anyway" : "Keep all of mine")
    values.set(
      "TAKE_WORDS",
      error.server?.deleted == true ? "Delete it here too" : "Take all of the server’s")
    return values
  }

  private func addProblems(to values: inout TemplateDictionary) {
    var sentences = form?.mistakes.map { "\($0.column): \($0.sentence)" } ?? []
    if isStale {
      sentences.append(
        "The row changed, here or on the server, after you had opened this page. Below is what "
          + "each side has now; what you typed is kept. Compare again and choose.")
    }
    guard !sentences.isEmpty else { return }
    var problems = TemplateDictionary()
    problems.add("PROBLEM", list: sentences.map { ["TEXT": $0] })
    values.add("PROBLEMS", problems)
  }

  /// The way to decide all conflicts in which only the same fields differ.
  private func addSimilar(to values: inout TemplateDictionary) {
    guard facts.store.mayChange, let similar, !similar.errors.isEmpty else { return }
    let count = similar.errors.count
    let number = "\(Format.number(count))\(similar.isComplete ? "" : " or more")"
    let fields = similar.columns.joined(separator: " and ")
    values.add(
      "SIMILAR",
      [
        "ACTION": facts.list.on(Links.sameConflicts(facts.store.store, error.id)),
        "TEXT": "In \(number) other \(count == 1 ? "conflict" : "conflicts") of \(error.table) "
          + "only \(fields) \(similar.columns.count == 1 ? "differs" : "differ"), too.",
        "LABEL": "The same for the other \(number)…",
      ])
  }

  private var serverNote: String {
    guard let text = error.server?.updatedAt, let moment = Timestamp(text) else {
      return "as it answered"
    }
    return "changed \(Format.time(moment, now: facts.store.now))"
  }

  private var headline: String {
    switch (error.kind, error.server?.deleted) {
    case (.delete, _): "You deleted this row here, and it was changed on the server."
    case (_, true): "This row was changed here and deleted on the server."
    case (.insert, _): "This row is new here, and the server has a row with the same id."
    default: "This row was changed here and on the server."
    }
  }

  private var text: String {
    let safe = "Your change is safe here, and the server did not take it."
    if let whyNot = facts.store.whyNot { return "\(safe) You cannot resolve it here: \(whyNot)." }
    return form == nil
      ? "\(safe) \(lost) Choose a side; nothing changes until you do."
      : "\(safe) Choose per field; nothing changes until you press Save."
  }

  /// What the choice costs, where one side deleted the row.
  private var lost: String {
    switch (error.kind == .delete, error.server?.deleted) {
    case (true, false?): "Deleting it anyway loses what the server has below."
    case (false, true?): "Deleting it here too loses what this store has below."
    default: "What is known of both sides stands below."
    }
  }

  private func addFields(to values: inout TemplateDictionary) {
    guard let form else {
      return CopiesTable(error, columns: facts.columns).add(to: &values)
    }
    if !form.fields.isEmpty {
      var section = TemplateDictionary()
      section.add("FIELD", list: form.fields.map(line))
      section.add("WHOLE_TEXTS", list: form.fields.compactMap { WholeTexts($0)?.values })
      values.add("FIELDS", section)
    }
    guard !form.same.isEmpty else { return }
    var section: TemplateDictionary = [
      "COUNT": "\(Format.count(form.same.count, "field is", "fields are")) the same on both sides"
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

  private func line(_ field: MergeForm.Field) -> TemplateDictionary {
    var values: TemplateDictionary = [
      "COLUMN": field.column.name, "CHANGED": changed(field), "RESULT": field.prefilled,
      "LOCAL_TEXT": field.text(of: .local), "SERVER_TEXT": field.text(of: .server),
      "LOCAL_WORDS": field.words(of: .local), "SERVER_WORDS": field.words(of: .server),
      "LOCAL_NULL": field.local.isNull ? "1" : "", "SERVER_NULL": field.server.isNull ? "1" : "",
      "RESULT_NULL": field.isNullPrefilled ? "1" : "",
    ]
    if field.side == nil {
      values.add("CHOOSE", ["WORDS": facts.store.mayChange ? "Choose one" : "Not chosen"])
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
      let words = [("", "choose"), ("true", "true"), ("false", "false"), ("null", "NULL")]
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
    let lines = WholeTexts(field) == nil ? inputs.map(\.lines).max() ?? 1 : 12
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
    case (true, false): "changed here only"
    case (false, true): "changed on the server only"
    default: field.base == nil ? "different" : "changed on both sides"
    }
  }
}

extension MergeForm {
  /// Nil when `error` is not a conflict between two live copies.
  init?(_ error: OperationError, columns: [Column]) {
    guard error.isConflict, error.kind != .delete, let local = error.local,
      let server = error.server, !server.deleted
    else { return nil }
    self.init(columns: columns, base: error.base, local: local, server: server)
  }
}
