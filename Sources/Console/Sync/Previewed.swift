import JSONKit
import Support
import SyncCore

/// One operation of a preview that shall be sent as it was shown.
struct PreviewedSend: Sendable, Equatable {
  var id: Int64
  var fingerprint: String
  var expected: PreviewedOperation.Expectation
  /// The row, to name it when the operation has left the queue; empty where nobody said it.
  var table = ""
  var itemID = ""
  var kind: OperationKind?

  init(_ line: PreviewLine) {
    id = line.id
    fingerprint = line.fingerprint
    expected = line.expectation
    table = line.table
    itemID = line.itemID
    kind = line.kind
  }

  /// What a pull would send first, of which its preview does not ask the server.
  init(_ operation: OperationInfo, fingerprint: String) {
    id = operation.id
    self.fingerprint = fingerprint
    expected = .unknown
    table = operation.table
    itemID = operation.itemID
    kind = operation.kind
  }

  /// The members by which a pull's preview names it.
  var json: JSONValue {
    [
      "id": .integer(id), "fingerprint": .string(fingerprint), "table": .string(table),
      "itemId": .string(itemID), "kind": JSONValue(kind?.name),
      "expected": .string(expected.rawValue),
    ]
  }

  /// As a program sends it: an operation of the preview's JSON.
  init?(_ json: JSONValue) {
    guard let id = json["id"]?.integer, let fingerprint = json["fingerprint"]?.string,
      let expected = json["expected"]?.string
        .flatMap(PreviewedOperation.Expectation.init(rawValue:))
    else { return nil }
    self.id = id
    self.fingerprint = fingerprint
    self.expected = expected
    table = json["table"]?.string ?? ""
    itemID = json["itemId"]?.string ?? ""
    kind = OperationKind.allCases.first { $0.name === json["kind"]?.string }
  }
}

/// What a preview said of the pull of one query.
struct PreviewedPull: Sendable, Equatable {
  var table: String
  var queryID: String
  var figures: PullFigures
  /// False when the server had more than the preview read.
  var isComplete: Bool

  init(_ preview: TablePullPreview) {
    table = preview.table
    queryID = preview.queryID
    figures = PullFigures(
      inserted: preview.inserted, updated: preview.updated, deleted: preview.deleted,
      keptBeside: preview.keptBeside)
    isComplete = preview.isComplete
  }

  init?(_ json: JSONValue) {
    guard let table = json["table"]?.string, let queryID = json["queryId"]?.string else {
      return nil
    }
    self.table = table
    self.queryID = queryID
    figures = PullFigures(json)
    isComplete = json["complete"]?.bool ?? true
  }

  var json: JSONValue {
    var object = figures.json
    object["table"] = .string(table)
    object["queryId"] = .string(queryID)
    object["complete"] = .bool(isComplete)
    return .object(object)
  }
}

/// What a pull does to rows, in numbers.
struct PullFigures: Sendable, Equatable {
  var inserted = 0
  var updated = 0
  var deleted = 0
  var keptBeside = 0

  init(inserted: Int = 0, updated: Int = 0, deleted: Int = 0, keptBeside: Int = 0) {
    self.inserted = inserted
    self.updated = updated
    self.deleted = deleted
    self.keptBeside = keptBeside
  }

  init(_ json: JSONValue) {
    inserted = json.count("inserted")
    updated = json.count("updated")
    deleted = json.count("deleted")
    keptBeside = json.count("keptBeside")
  }

  var json: JSONObject {
    [
      "inserted": .integer(Int64(inserted)), "updated": .integer(Int64(updated)),
      "deleted": .integer(Int64(deleted)), "keptBeside": .integer(Int64(keptBeside)),
    ]
  }

  /// `23 new, 7 changed, 2 deleted`; `no changes` when all are 0.
  var words: String {
    let parts = [
      (inserted, "new"), (updated, "changed"), (deleted, "deleted"), (keptBeside, "kept"),
    ].filter { $0.0 > 0 }.map { "\(Format.number($0.0)) \($0.1)" }
    return parts.isEmpty ? "no changes" : parts.joined(separator: ", ")
  }
}

/// Where a run differed from its preview.
struct PreviewOutcome: Sendable, Equatable {
  /// At most this many differences are kept.
  static let keptMax = 500

  struct Difference: Sendable, Equatable {
    /// Nil for the pull of a query.
    var operationID: Int64?
    var table: String
    /// The row, or the query's id.
    var itemID: String
    var expected: String
    var happened: String
  }

  /// Operations or queries that the preview named.
  var previewed = 0
  var differing = 0
  /// Operations that wait, and that the preview of a pull did not have: they were not sent.
  var leftOut = 0
  var differences: [Difference] = []

  mutating func add(_ difference: Difference) {
    differing += 1
    if differences.count < Self.keptMax { differences.append(difference) }
  }

  mutating func leaveOut(_ operation: OperationInfo) {
    leftOut += 1
    guard differences.count < Self.keptMax else { return }
    differences.append(
      Difference(
        operationID: operation.id, table: operation.table, itemID: operation.itemID,
        expected: "not in the preview", happened: "not sent, still queued"))
  }

  var json: JSONValue {
    [
      "previewed": .integer(Int64(previewed)), "differing": .integer(Int64(differing)),
      "leftOut": .integer(Int64(leftOut)),
      "differences": .array(
        differences.map { difference in
          [
            "operationId": JSONValue(difference.operationID),
            "table": .string(difference.table), "itemId": .string(difference.itemID),
            "expected": .string(difference.expected), "happened": .string(difference.happened),
          ]
        }),
    ]
  }

  init() {}

  init?(_ json: JSONValue) {
    guard json.object != nil else { return nil }
    previewed = json.count("previewed")
    differing = json.count("differing")
    leftOut = json.count("leftOut")
    differences = (json["differences"]?.array ?? []).map { item in
      Difference(
        operationID: item["operationId"]?.integer, table: item["table"]?.string ?? "",
        itemID: item["itemId"]?.string ?? "", expected: item["expected"]?.string ?? "",
        happened: item["happened"]?.string ?? "")
    }
  }
}
