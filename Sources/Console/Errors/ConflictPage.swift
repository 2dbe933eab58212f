import JSONKit
import Localization
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
  /// Nil for the first of its list.
  var previous: String?
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
      var links: TemplateDictionary = ["NEXT_LINK": link(next)]
      if let previous {
        links.add("PREVIOUS", ["LINK": link(previous)])
      } else {
        links.show("NO_PREVIOUS")
      }
      values.add("OTHER_CONFLICTS", links)
    }
    values.set("HEADLINE", [error.headline].joinedAsSentence())
    values.set("TEXT", text)
    if let form, form.openFields > 0 {
      let open = form.openFields
      values.add(
        "OPEN_FIELDS",
        [
          "SENTENCE": openFields(open, as: Format.number(open)), "ONE": openFields(1, as: "1"),
          "MANY": openFields(2, as: "{0}"),
        ])
    }
    let table = MergeTable(facts: facts, form: form, isStale: isStale)
    table.addProblems(to: &values)
    values.show("COPY_MISSING", if: facts.isCopyMissing)
    values.set("BASE_VERSION", error.base?.version ?? localized("none"))
    values.set("SERVER_VERSION", error.server?.version ?? localized("unknown"))
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
      error.server?.deleted == true ? localized("Delete here too") : localized("Take server’s"))
    return values
  }

  private func link(_ conflict: String) -> String {
    facts.list.on(Links.error(facts.store.store, conflict))
  }

  /// - Parameter number: The count as it is written.
  private func openFields(_ count: Int, as number: String) -> String {
    switch (count == 1, facts.store.mayChange) {
    case (true, true): localized("1 column needs your decision.")
    case (true, false): localized("1 column needs a decision.")
    case (false, true): localized("\(number) columns need your decision.")
    case (false, false): localized("\(number) columns need a decision.")
    }
  }

  /// The way to decide all conflicts in which only the same fields differ.
  private func addSimilar(to values: inout TemplateDictionary) {
    guard facts.store.mayChange, let similar, !similar.errors.isEmpty else { return }
    let count = similar.errors.count
    let number =
      similar.isComplete ? Format.number(count) : localized("\(Format.number(count)) or more")
    let columns = similar.columns.dropFirst().reduce(similar.columns.first ?? "") { first, second in
      localized("\(first) and \(second)")
    }
    let table = error.table
    let sentence =
      count == 1
      ? localized(
        "\(number) other conflict of \(table) differs only in \(columns), changed on the same "
          + "sides.")
      : localized(
        "\(number) other conflicts of \(table) differ only in \(columns), changed on the same "
          + "sides.")
    values.add(
      "SIMILAR",
      [
        "ACTION": facts.list.on(Links.sameConflicts(facts.store.store, error.id)),
        "TEXT": sentence
          + (ResolveSimilarPlan.leftOut(similar.leftOut).map { sentenceSpace + $0 } ?? ""),
        "LABEL": localized("Apply to \(number) more…"),
      ])
  }

  private var text: String {
    let safe = localized("Your change is stored here and has not been sent.")
    if let whyNot = facts.store.whyNot {
      return [safe, ErrorFacts.cannotResolve(whyNot)].joinedAsSentences()
    }
    return form == nil
      ? [safe, lost, localized("Choose a side.")].joinedAsSentences()
      : [safe, localized("Choose a side for each column.")].joinedAsSentences()
  }

  /// What the choice costs, where one side deleted the row.
  private var lost: String {
    switch (error.kind == .delete, error.server?.deleted) {
    case (true, false?): localized("Deleting the row discards the server’s changes below.")
    case (false, true?): localized("Deleting it here discards your changes below.")
    default: localized("Both versions are below.")
    }
  }

  /// Without a base nobody knows what was changed here, so all of it is.
  private var keepWords: String {
    if error.kind == .delete { return localized("Delete anyway") }
    return error.base == nil ? localized("Keep all mine") : localized("Keep mine")
  }

  private var keepNote: String? {
    guard error.kind != .delete, error.server != nil else { return nil }
    return error.base == nil
      ? localized("“\(keepWords)” sends every column as it is here.")
      : localized(
        "“\(keepWords)” sends the columns changed here; columns changed only on the server keep "
          + "the server’s values.")
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
