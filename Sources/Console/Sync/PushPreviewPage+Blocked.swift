import HTTPKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// The operations that a push would not send: how many for each reason, and what to do about them.
extension PreviewPage {
  /// Beside all operations and those that are not sent: a line for each reason, with how many of
  /// those with the text it has.
  func addBlocked(to values: inout TemplateDictionary) {
    let tab = request.expectation
    let lines = tab == nil || tab == .notSent ? found.blockedCounts.map(blockedLine) : []
    guard !lines.isEmpty else { return }
    values.add("BLOCKED") { $0.add("ATTENTION", list: lines.map(\.values)) }
  }

  private func blockedLine(_ reason: BlockReason.Code, _ count: Int) -> AttentionItem {
    var item = AttentionItem(
      Self.badge(reason), Self.headline(reason, count), Self.advice(reason, count))
    item.links = [remedy(reason), list(reason)].compactMap(\.self)
    return item
  }

  static func headline(_ reason: BlockReason.Code, _ count: Int) -> String {
    let operations = Format.count(count, "operation")
    return switch reason {
    case .openError: localized("\(operations) rejected by the server")
    case .openConflict: localized("\(operations) in conflict with the server’s rows")
    case .circularReference: localized("\(operations) with circular references between new rows")
    case .brokenReference: localized("\(operations) with references to deleted rows")
    case .noLocalRow: localized("\(operations) without a row in this store")
    case .unsentRow: localized("\(operations) waiting for referenced rows")
    case .earlierOperation: localized("\(operations) waiting for earlier changes of the same rows")
    case .inFlight: localized("\(operations) in flight")
    }
  }

  private static func advice(_ reason: BlockReason.Code, _ count: Int) -> String {
    switch reason {
    case .openError: localized("Not sent until retried or discarded.")
    case .openConflict: localized("Not sent until resolved.")
    case .circularReference: localized("Clear one of the references, push, then set it again.")
    case .brokenReference: localized("Clear the references, or choose other rows.")
    case .noLocalRow:
      count == 1
        ? localized("Nothing can be sent. Discard the operation.")
        : localized("Nothing can be sent. Discard the operations.")
    case .unsentRow: localized("Push the referenced rows first, then preview again.")
    case .earlierOperation: localized("Sent once the earlier changes are accepted.")
    case .inFlight: localized("Preview again when the run has finished.")
    }
  }

  private static func badge(_ reason: BlockReason.Code) -> Badge {
    switch reason {
    case .openError: Badge(.failed, localized("Rejected"))
    case .openConflict: Badge(.conflict, localized("Conflict"))
    case .inFlight: Badge(.sending, localized("Sending"))
    case .circularReference, .brokenReference, .noLocalRow, .unsentRow, .earlierOperation:
      Badge(.blocked, localized("Blocked"))
    }
  }

  /// Where the reason is settled, for those that are not settled one by one.
  private func remedy(_ reason: BlockReason.Code) -> (link: String, label: String)? {
    func errors(_ kind: ErrorKind) -> String {
      Links.with(Links.errors(facts.store), ErrorRequest(kind).filter)
    }
    return switch reason {
    case .openError: (errors(.failed), localized("Open errors"))
    case .openConflict: (errors(.conflict), localized("Resolve conflicts"))
    case .inFlight: (Links.sync(facts.store), localized("Open sync"))
    case .circularReference, .brokenReference, .noLocalRow, .unsentRow, .earlierOperation: nil
    }
  }

  private func list(_ reason: BlockReason.Code) -> (link: String, label: String) {
    (Links.with(path, request.items(of: .notSent, reason)), localized("Show"))
  }
}

extension BlockReason {
  /// Why one operation is not sent, and what to do about it.
  var sentence: String {
    switch self {
    case .openError(let status?):
      localized("Rejected last time (\(status)). It is not sent until you retry or discard it.")
    case .openError(nil):
      localized("Rejected last time. It is not sent until you retry or discard it.")
    case .openConflict:
      localized("In conflict with the server’s row. It is not sent until you resolve the conflict.")
    case .earlierOperation(let id):
      localized("Sent after operation \(id) of the same row.")
    case .inFlight: localized("It is being sent now.")
    case .unsentRow(let row):
      localized("It references \(row.id) of \(row.table), which is not on the server yet.")
    case .circularReference(let row):
      localized(
        "It references the new row \(row.id) of \(row.table), which needs this row first. Clear the "
          + "reference, push, then set it again.")
    case .brokenReference(let row):
      localized(
        "It references \(row.id) of \(row.table), which was deleted here before it was sent. Choose "
          + "another row or clear the reference.")
    case .noLocalRow: localized("Its row is not in this store. Discard the operation.")
    }
  }
}
