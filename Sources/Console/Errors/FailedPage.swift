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
    values.add("WAY", list: ways)
    values.show("COPY_MISSING", if: error.server == nil)
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

  /// True when there is no row on the server any more that the change could be sent to.
  private var isGone: Bool {
    error.isMissingOnServer && !error.isOutcomeUnknown
      && (error.kind == .update || error.kind == .undelete)
  }

  private var headline: String {
    let change =
      switch error.kind {
      case .insert: "this new row"
      case .update: "this change"
      case .delete: "to delete this row"
      case .undelete: "to bring this row back"
      }
    if hasArrived { return "The server has this change: it arrived." }
    if error.isOutcomeUnknown { return OperationError.unknownHeadline }
    if isGone { return "The server does not have this row any more." }
    if error.isAddressUnknown { return "The server knows no such address." }
    return error.message.isEmpty
      ? "The server refused \(change)." : "The server refused \(change): \(error.message)"
  }

  private var text: String {
    if hasArrived {
      return "The server’s copy has all that this change sends. "
        + orWhyNot("Settle it: the row becomes as the server has it, and nothing is sent again.")
    }
    if error.isOutcomeUnknown { return error.message }
    guard !isGone else {
      return "Your change is safe in this store, and there is nothing there to send it to. "
        + orWhyNot("Insert the row again to have it on the server, or choose below.")
    }
    guard !error.isAddressUnknown else {
      return "Your change is safe in this store, and nothing is known of the row there. "
        + orWhyNot(
          "Check the address \(address), and whether the table \(error.table) is there; then "
            + "retry.")
    }
    let place =
      switch error.kind {
      case .insert: "The row is safe in this store and is not on the server."
      case .update where isMergeable:
        "Your change is safe in this store; the server’s row, too, is another one than before."
      case .update: "Your change is safe in this store; the server has the values from before."
      case .delete: "The row is deleted here and still on the server."
      case .undelete: "The row is back here and still deleted on the server."
      }
    return "\(place) "
      + orWhyNot("The same request will be refused again: change the row, or choose below.")
  }

  /// What can be done, for whoever may do it.
  private func orWhyNot(_ words: String) -> String {
    facts.store.whyNot.map { "You cannot resolve it here: \($0)." } ?? words
  }

  private var ways: [TemplateDictionary] {
    var ways: [TemplateDictionary] = []
    func add(_ choice: String, _ label: String, _ text: String, isDangerous: Bool = false) {
      var way: TemplateDictionary = ["CHOICE": choice, "LABEL": label, "TEXT": text]
      way.show("DANGER", if: isDangerous)
      ways.append(way)
    }
    if error.server != nil, !hasArrived {
      add(
        "keep-local", "Keep my change",
        "Sends what was changed here on top of what the server has now; its other fields stay.")
      add("take-server", "Take the server’s", "The row becomes as the server has it.")
    }
    if isGone {
      add("retry", "Retry", "Sends the same request, for when the row is back on the server.")
    }
    add(
      "remove-row", "Remove the row here…",
      error.isOutcomeUnknown
        ? "The row leaves this store with its change; nothing more is sent. The server may have it."
        : "The row leaves this store with its change; nothing is sent.", isDangerous: true)
    return ways
  }
}
