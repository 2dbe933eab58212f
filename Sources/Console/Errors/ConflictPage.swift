import JSONKit
import Support
import SyncCore
import SyncInspection
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
  /// What the table's conflict rules make of it; nil where it has none.
  var verdict: ConflictVerdict?
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
      let verb = form.openFields == 1 ? "column needs" : "columns need"
      let choice = facts.store.mayChange ? "your decision" : "a decision"
      values.add("OPEN_FIELDS", ["SENTENCE": "\(form.openFields) \(verb) \(choice)."])
    }
    let table = MergeTable(facts: facts, form: form, isStale: isStale)
    table.addProblems(to: &values)
    values.show("COPY_MISSING", if: facts.isCopyMissing)
    values.set("BASE_VERSION", error.base?.version ?? "none")
    values.set("SERVER_VERSION", error.server?.version ?? "unknown")
    table.add(to: &values)
    addSimilar(to: &values)
    if let verdict {
      values.add(
        "RULES",
        [
          "TEXT": verdict.whyItWaits,
          "LINK": Links.conflictRules(facts.store.store, error.table),
        ])
    }
    values.show("CAN_MERGE", if: form != nil)
    values.show("CAN_PUSH", if: facts.mayPush)
    values.show("CAN_CHOOSE", if: error.server != nil)
    values.set("KEEP_WORDS", keepWords)
    if let keepNote { values.add("KEEP", ["TEXT": keepNote]) }
    values.set(
      "TAKE_WORDS",
      error.server?.deleted == true ? "Delete here too" : "Take server’s")
    return values
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
        "TEXT": "\(number) other \(count == 1 ? "conflict" : "conflicts") of \(error.table) "
          + "\(count == 1 ? "differs" : "differ") only in \(fields), changed on the same sides."
          + (ResolveSimilarPlan.leftOut(similar.leftOut).map { " \($0)" } ?? ""),
        "LABEL": "Apply to \(number) more…",
      ])
  }

  private var headline: String {
    switch (error.kind, error.server?.deleted) {
    case (.delete, _): "Deleted here, changed on the server."
    case (_, true): "Changed here, deleted on the server."
    case (.insert, _): "Inserted here, but the server already has a row with this id."
    default: "Changed here and on the server."
    }
  }

  private var text: String {
    let safe = "Your change is stored here and has not been sent."
    if let whyNot = facts.store.whyNot { return "\(safe) You cannot resolve it: \(whyNot)." }
    return form == nil
      ? "\(safe) \(lost) Choose a side."
      : "\(safe) Choose a side for each column."
  }

  /// What the choice costs, where one side deleted the row.
  private var lost: String {
    switch (error.kind == .delete, error.server?.deleted) {
    case (true, false?): "Deleting the row discards the server’s changes below."
    case (false, true?): "Deleting it here discards your changes below."
    default: "Both versions are below."
    }
  }

  /// Without a base nobody knows what was changed here, so all of it is.
  private var keepWords: String {
    if error.kind == .delete { return "Delete anyway" }
    return error.base == nil ? "Keep all mine" : "Keep mine"
  }

  private var keepNote: String? {
    guard error.kind != .delete, error.server != nil else { return nil }
    return error.base == nil
      ? "“\(keepWords)” sends every column as it is here."
      : "“\(keepWords)” sends the columns changed here; columns changed only on the server keep "
        + "the server’s values."
  }
}

extension MergeForm {
  /// Nil when there are not two live copies: one is missing, or one side deleted the row.
  init?(_ error: OperationError, columns: [Column]) {
    guard error.kind != .delete, let local = error.local,
      let server = error.server, !server.deleted
    else { return nil }
    self.init(columns: columns, base: error.base, local: local, server: server)
  }
}
