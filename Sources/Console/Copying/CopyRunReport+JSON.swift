package import JSONKit
import SyncCore

// The same form is kept with the run and served.

extension CopyRunReport {
  package var json: JSONValue {
    [
      "from": .string(source), "deleted": .bool(options.includesDeleted),
      "overwrite": .bool(options.overwrites), "written": .integer(Int64(written)),
      "skipped": .integer(Int64(skipped)), "tables": .array(tables.map(\.json)),
    ]
  }

  package init?(_ json: JSONValue) {
    guard let source = json["from"]?.string else { return nil }
    var options = CopyOptions()
    options.includesDeleted = json["deleted"]?.bool ?? false
    options.overwrites = json["overwrite"]?.bool ?? false
    self.init(source: source, options: options)
    tables = (json["tables"]?.array ?? []).compactMap(Table.init)
  }
}

extension CopyRunReport.Table {
  package var json: JSONValue {
    var object = report.json.object ?? JSONObject()
    object["entry"] = JSONValue(entry)
    object["failure"] = JSONValue(failure)
    object["pendingHere"] = JSONValue(pendingHere.map(Int64.init))
    object["there"] = there?.json ?? .null
    return .object(object)
  }

  init?(_ json: JSONValue) {
    guard let report = CopyReport(json) else { return nil }
    self.init(report, entry: json["entry"]?.integer)
    failure = json["failure"]?.string
    pendingHere = json["pendingHere"]?.integer.map(Int.init)
    there = json["there"].flatMap(CopyRunReport.ServerCheck.init)
  }
}

extension CopyRunReport.ServerCheck {
  fileprivate var json: JSONValue {
    [
      "missingOnServer": .integer(Int64(missingOnServer)),
      "missingHere": .integer(Int64(missingHere)), "different": .integer(Int64(different)),
      "failure": JSONValue(failure),
    ]
  }

  fileprivate init?(_ json: JSONValue) {
    guard json.object != nil else { return nil }
    missingOnServer = json.count("missingOnServer")
    missingHere = json.count("missingHere")
    different = json.count("different")
    failure = json["failure"]?.string
  }
}
