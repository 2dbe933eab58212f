import JSONKit
import Support
import TestSupport

/// A record of the simulated zone.
struct CloudKitRecord: Sendable {
  var name: String
  var fields = JSONObject()
  var tag: String
  var created: Timestamp
  var modified: Timestamp
  var isDeleted = false

  /// As the server prints it.
  var shown: JSONObject {
    [
      "recordName": .string(name), "recordType": .string(CommitLog.table),
      "fields": .object(fields), "recordChangeTag": .string(tag),
      "created": ["timestamp": .integer(created.milliseconds)],
      "modified": ["timestamp": .integer(modified.milliseconds)], "deleted": false,
    ]
  }

  var image: RowImage {
    var values: [String: String] = [:]
    for column in RowImage.columns {
      let value = fields[column]?["value"]
      values[column] = value?.string ?? value?.integer.map { "\($0)" }
    }
    return RowImage(
      id: name, version: tag, updatedAt: modified.description, isDeleted: false, values: values)
  }

  /// A sync token, so that a later one is the greater text.
  static func token(_ place: Int) -> String {
    let digits = String(place)
    return String(repeating: "0", count: 12 - digits.count) + digits
  }
}

/// What a seed decides about a zone.
struct CloudKitPlan: Sendable {
  /// The code for a record that is there already.
  var takenNameCode: String
  /// How the feed names the type of a deleted record.
  var tombstoneType: String
  /// Records that the feed gives at once, whatever it is asked for.
  var limitMax: Int

  init(_ seed: UInt64) {
    var choices = Choices(seed &* 0x27d4 &+ 0x6b)
    takenNameCode = choices.pick(["EXISTS", "CONFLICT"])
    tombstoneType = choices.pick(["absent", "null", "string"])
    limitMax = choices.pick([2, 5, 200])
  }

  func tombstone(_ record: CloudKitRecord) -> JSONObject {
    var entry: JSONObject = ["recordName": .string(record.name), "deleted": true]
    switch tombstoneType {
    case "null": entry["recordType"] = .null
    case "string": entry["recordType"] = .string(CommitLog.table)
    default: break
    }
    return entry
  }
}

extension SimulatedCloudKitZone.State {
  /// Carries out one operation of a request.
  ///
  /// - Returns: Its part of the answer.
  mutating func apply(
    _ operation: JSONValue, by author: String, at now: Timestamp, _ plan: CloudKitPlan
  ) -> JSONObject {
    let given = operation["record"]?.object ?? JSONObject()
    let kind = operation["operationType"]?.string ?? ""
    let name = given["recordName"]?.string ?? ""
    let live = records[name].flatMap { $0.isDeleted ? nil : $0 }
    let isForced = kind.hasPrefix("force")
    if kind == "create" {
      if live != nil { return SimulatedCloudKitZone.failure(plan.takenNameCode, name) }
      let fresh = CloudKitRecord(name: name, tag: "", created: now, modified: now)
      return put(fresh, given, by: author, at: now).shown
    }
    guard let live else { return SimulatedCloudKitZone.failure("NOT_FOUND", name) }
    guard isForced || given["recordChangeTag"]?.string == live.tag else {
      return SimulatedCloudKitZone.failure("CONFLICT", name)
    }
    guard kind.lowercased().hasSuffix("delete") else {
      return put(live, given, by: author, at: now).shown
    }
    remove(live, by: author)
    return ["recordName": .string(name), "deleted": true]
  }

  private mutating func put(
    _ record: CloudKitRecord, _ given: JSONObject, by author: String, at now: Timestamp
  ) -> CloudKitRecord {
    var record = record
    let before = record.tag.isEmpty ? nil : record.image
    for (name, field) in given["fields"]?.object ?? JSONObject() {
      record.fields[name] = field["value"]?.isNull == true ? nil : field
    }
    touch(record.name)
    record.tag = "t" + String(sequence, radix: 36)
    record.modified = now
    records[record.name] = record
    log.add([
      ServiceCommit(
        number: Int64(log.commits.count + 1), author: author, before: before, after: record.image)
    ])
    return record
  }

  private mutating func remove(_ record: CloudKitRecord, by author: String) {
    touch(record.name)
    records[record.name]?.isDeleted = true
    log.add([
      ServiceCommit(
        number: Int64(log.commits.count + 1), author: author, before: record.image, after: nil)
    ])
  }

  private mutating func touch(_ name: String) {
    sequence += 1
    places[name] = sequence
  }
}
