import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// An operation that the server refused: what it said, and the ways out.
struct FailedPage {
  var facts: ErrorFacts
  /// Where the remote is asked.
  var address = ""
  /// Nil when there are not two live copies.
  var form: MergeForm?
  /// True when the row changed after somebody had opened the page, whose choice then did not count.
  var isStale = false
  /// True when the server's copy has the change whose outcome is not known.
  var hasArrived = false
  /// Each time that it was sent; oldest first.
  var attempts: [AttemptInfo] = []
  /// Nil when no other error has the cause.
  var sameCause: SameCause?

  private var error: OperationError { facts.error }

  var values: TemplateDictionary {
    var values = facts.values
    values.set("HEADLINE", headline)
    values.set("TEXT", text)
    values.set(badge: "CHIP", Badge(error.state))
    values.set("TONE", hasArrived ? "good" : error.isOutcomeUnknown ? "warn" : "fail")
    values.show("REFUSED", if: !error.isOutcomeUnknown && !isGone)
    values.show("GONE", if: isGone)
    values.show("ELSEWHERE", if: error.isAddressUnknown)
    values.show("ARRIVED", if: hasArrived)
    if error.isOutcomeUnknown, !hasArrived {
      values.add(
        "UNKNOWN",
        ["ACTION": Links.push(facts.store.store), "OPERATION": "\(error.operationID)"])
    }
    if error.kind != .delete, error.local != nil, !isGone, !error.isAddressUnknown {
      values.add(
        "EDIT",
        ["LINK": Links.row(facts.store.store, error.table, error.itemID, action: "edit")])
    }
    addOptions(to: &values)
    if !attempts.isEmpty {
      var section = TemplateDictionary()
      section.set("COUNT", Format.number(attempts.count))
      AttemptList(attempts: attempts, now: facts.store.now).add(to: &section)
      values.add("ATTEMPTS", section)
    }
    sameCause?.add(to: &values, store: facts.store.store)
    let table = MergeTable(facts: facts, form: isMergeable ? form : nil, isStale: isStale)
    table.addProblems(to: &values)
    if isMergeable, facts.store.mayChange {
      var merge = TemplateDictionary()
      table.add(to: &merge)
      values.add("MERGE", merge)
    } else {
      CopiesTable(error, columns: facts.columns).add(to: &values)
    }
    return values
  }

  /// True when the server's row changed too, so that there is something to choose by field.
  private var isMergeable: Bool {
    !error.isOutcomeUnknown && form?.fields.contains(where: \.changedThere) == true
  }

  private var isGone: Bool { error.isGone }

  private var headline: String {
    if hasArrived { return localized("The server already has this change.") }
    if error.isOutcomeUnknown { return OperationError.unknownHeadline }
    if isGone { return localized("The row no longer exists on the server.") }
    if error.isAddressUnknown { return localized("The server has no such table or address.") }
    return error.message.isEmpty ? rejected : rejected(saying: localized(stored: error.message))
  }

  private var rejected: String {
    switch error.kind {
    case .insert: localized("The server rejected this insert.")
    case .update: localized("The server rejected this update.")
    case .delete: localized("The server rejected this delete.")
    case .undelete: localized("The server rejected this undelete.")
    }
  }

  private func rejected(saying message: String) -> String {
    switch error.kind {
    case .insert: localized("The server rejected this insert: \(message)")
    case .update: localized("The server rejected this update: \(message)")
    case .delete: localized("The server rejected this delete: \(message)")
    case .undelete: localized("The server rejected this undelete: \(message)")
    }
  }

  private var text: String {
    if hasArrived {
      return localized("The server’s row has all values of this change.") + sentenceSpace
        + orWhyNot(localized("Accept the server’s version; nothing is sent again."))
    }
    if error.isOutcomeUnknown { return localized(stored: error.message) }
    guard !isGone else {
      return localized("Your change is stored here, but there is no row to apply it to.")
        + sentenceSpace
        + orWhyNot(localized("Insert the row again, or choose another option below."))
    }
    guard !error.isAddressUnknown else {
      return localized("Your change is stored here.") + sentenceSpace
        + orWhyNot(
          localized(
            "Check the server address \(address) and that it has a table \(error.table), then "
              + "retry."))
    }
    let place =
      switch error.kind {
      case .insert: localized("The row is stored here and is not on the server.")
      case .update where isMergeable:
        localized("Your change is stored here; the server’s row has changed too.")
      case .update: localized("Your change is stored here and is not on the server.")
      case .delete: localized("The row is deleted here and still on the server.")
      case .undelete: localized("The row is restored here and still deleted on the server.")
      }
    return "\(place) "
      + orWhyNot(
        localized(
          "The same request is likely to be rejected again: edit the row, or choose another "
            + "option below."))
  }

  /// What can be done, for whoever may do it.
  private func orWhyNot(_ words: String) -> String {
    facts.store.whyNot.map(ErrorFacts.cannotResolve) ?? words
  }

  /// The decisions beside those at the top; the one that loses the change is in the menu.
  private func addOptions(to values: inout TemplateDictionary) {
    guard facts.store.mayChange else { return }
    values.add("DANGEROUS", ["CHOICE": "remove-row", "LABEL": localized("Remove row here…")])
    let ways = ways
    guard !ways.isEmpty || mayHaveCopy else { return }
    var options = TemplateDictionary()
    options.add("WAY", list: ways)
    options.show("COPY_MISSING", if: mayHaveCopy)
    values.add("OPTIONS", options)
  }

  /// True where the server may have a version of the row that is not loaded: not where it rejected an
  /// insert, so that no side but this store has the row.
  private var mayHaveCopy: Bool {
    error.server == nil
      && (error.kind != .insert || error.base != nil || error.isOutcomeUnknown)
  }

  private var ways: [TemplateDictionary] {
    var ways: [TemplateDictionary] = []
    func add(_ choice: String, _ label: String, _ text: String) {
      ways.append(["CHOICE": choice, "LABEL": label, "TEXT": text])
    }
    if error.server != nil, !hasArrived {
      add(
        "keep-local", localized("Keep my change"),
        localized("Sends the columns changed here; the server’s other columns stay."))
      add(
        "take-server", localized("Take server’s"),
        localized("Replaces the row with the server’s version."))
    }
    if isGone {
      add(
        "retry", localized("Retry"),
        localized("Sends the same request again, once the row is back on the server."))
    }
    return ways
  }
}
