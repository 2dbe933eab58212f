import JSONKit
import Support
import SyncCore
import TemplateKit

/// What a push would send, found out by reading only.
struct PreviewPage {
  var facts: StoreFacts
  var operations: [PreviewedOperation]
  /// The columns of their tables.
  var columns: [String: [Column]] = [:]

  var values: TemplateDictionary {
    var values = facts.values
    values.set("SYNC_LINK", Links.sync(facts.store))
    values.set("PUSH_ACTION", Links.push(facts.store))
    values.set(time: "AT", facts.now, now: facts.now)
    let sendable = operations.filter { $0.expectation != .notSent }
    values.set("SUMMARY", summary)
    values.set(
      "PUSH_WORDS",
      sendable.count == 1 ? "Push exactly this 1" : "Push exactly these \(sendable.count)")
    values.show("CAN_PUSH", if: facts.mayChange && !sendable.isEmpty)
    values.add("EXACT", list: sendable.map { ["TEXT": PreviewedSend($0).text] })
    let toLookAt = operations.filter { $0.expectation != .accepted }
    let usual = operations.filter { $0.expectation == .accepted }
    values.add("OPERATION", list: (toLookAt + usual).map(line))
    values.show("EMPTY", if: operations.isEmpty)
    return values
  }

  private var summary: String {
    guard !operations.isEmpty else { return "" }
    let usual = operations.count { $0.expectation == .accepted }
    let rest = operations.count - usual
    return "\(Format.number(usual)) as expected"
      + (rest > 0 ? ", \(Format.number(rest)) to look at." : ".")
  }

  private func line(_ operation: PreviewedOperation) -> TemplateDictionary {
    var values: TemplateDictionary = [
      "LINK": Links.operation(facts.store, operation.operationID),
      "ID": "\(operation.operationID)", "KIND": operation.kind.name, "TABLE": operation.table,
      "ROW_LINK": Links.row(facts.store, operation.table, operation.itemID),
      "METHOD": operation.request.method,
      "SIZE": Format.bytes(operation.request.body?.utf8.count ?? 0),
      "BECAUSE": operation.evidence,
    ]
    let name = RowTitle(columns: columns[operation.table] ?? [])
    values.set("NAME", operation.local.map { name.title($0) } ?? operation.itemID)
    if let chip = chip(operation.expectation) {
      values.add("CHIPPED", ["CHIP_LOOK": chip.look.rawValue, "EXPECTED": chip.word])
    } else {
      values.add("USUAL", ["EXPECTED": "Will \(operation.kind.name)"])
    }
    return values
  }

  private func chip(_ expectation: PreviewedOperation.Expectation) -> Chip? {
    switch expectation {
    case .accepted: nil
    case .alreadyDone: Chip(.skipped, "Done already")
    case .conflict: Chip(.conflict, "Would conflict")
    case .missing: Chip(.failed, "Not on the server")
    case .notSent: Chip(.blocked, "Will wait")
    case .unknown: Chip(.warn, "Can’t tell")
    }
  }
}

extension PreviewedOperation {
  var json: JSONValue {
    [
      "id": .integer(operationID), "table": .string(table), "itemId": .string(itemID),
      "kind": .string(kind.name), "expected": .string(expectation.rawValue),
      "evidence": .string(evidence), "request": request.json, "server": JSONValue(server),
      "fingerprint": .string(fingerprint),
    ]
  }
}

extension RequestDescription {
  /// The request as it would be sent, with secrets masked by the remote.
  var json: JSONValue {
    [
      "method": .string(method), "url": .string(url),
      "headers": .array(headers.map { .array($0.map { .string($0) }) }), "body": JSONValue(body),
    ]
  }
}
