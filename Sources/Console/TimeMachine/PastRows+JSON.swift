import JSONKit
import Support
import SyncCore
import SyncInspection

extension PastRows {
  func json(_ asked: PastRowsRequest) -> JSONValue {
    [
      "at": .string(asked.at.description), "to": JSONValue(asked.to),
      "with": asked.place == .here ? .null : .string(asked.place.word),
      "view": .string(asked.view.rawValue), "rows": .array(rows.map(\.json)),
      "next": JSONValue(next), "historyBegins": JSONValue(historyBegins),
    ]
  }
}

extension RowAtTime {
  fileprivate var json: JSONValue {
    [
      "id": .string(id), "change": .string(change.rawValue), "then": JSONValue(then.record),
      "later": JSONValue(later.record), "differing": .array(differing.map { .string($0) }),
      "entry": JSONValue(entry),
    ]
  }
}
