package import JSONKit
package import SyncCore

extension CopyReport {
  package var json: JSONValue {
    [
      "table": .string(table), "sourceRows": .integer(Int64(sourceRows)),
      "sourceDeleted": .integer(Int64(sourceDeleted)), "same": .integer(Int64(same)),
      "new": .integer(Int64(new)), "changed": .integer(Int64(changed)),
      "deleted": .integer(Int64(deleted)), "skipped": .integer(Int64(skipped.count)),
      "rowsHere": .integer(Int64(rowsHere)), "onlyHere": .integer(Int64(onlyHere)),
      "written": .integer(Int64(written)),
      "complete": .bool(isComplete), "skippedRows": skipped.json,
      "columns": .array(columns.map(\.json)),
      "leftOutColumns": .array(leftOutColumns.map(JSONValue.string)),
      "digests": digests.map {
        ["there": .string($0.there.description), "here": .string($0.here.description)]
      } ?? .null,
    ]
  }

  package init?(_ json: JSONValue) {
    guard let table = json["table"]?.string else { return nil }
    self.init(table: table)
    sourceRows = json.count("sourceRows")
    sourceDeleted = json.count("sourceDeleted")
    same = json.count("same")
    new = json.count("new")
    changed = json.count("changed")
    deleted = json.count("deleted")
    rowsHere = json.count("rowsHere")
    onlyHere = json.count("onlyHere")
    written = json.count("written")
    isComplete = json["complete"]?.bool ?? false
    skipped = SkippedRows(count: json.count("skipped"), json["skippedRows"])
    columns = (json["columns"]?.array ?? []).compactMap(CopiedColumn.init)
    digests = json["digests"]?.object.map { kept in
      var digests = ContentDigests()
      digests.there = ContentDigest(kept: kept["there"]?.string ?? "")
      digests.here = ContentDigest(kept: kept["here"]?.string ?? "")
      return digests
    }
  }
}

extension CopiedColumn {
  fileprivate var json: JSONValue {
    [
      "name": .string(name), "type": .string(type.rawValue),
      "typeHere": JSONValue(typeHere?.rawValue), "form": .string(form.rawValue),
    ]
  }

  fileprivate init?(_ json: JSONValue) {
    guard let name = json["name"]?.string,
      let type = json["type"]?.string.flatMap(ColumnType.init),
      let form = json["form"]?.string.flatMap(Form.init)
    else { return nil }
    self.init(
      name: name, type: type, typeHere: json["typeHere"]?.string.flatMap(ColumnType.init),
      form: form)
  }
}

extension SkippedRows {
  fileprivate init(count: Int, _ rows: JSONValue?) {
    self.init(
      count: count,
      rows: (rows?.array ?? []).compactMap { row in
        guard let id = row["id"]?.string, let code = row["code"]?.string else { return nil }
        return Row(id: id, reason: SkipReason(code: code, detail: row["reason"]?.string ?? ""))
      })
  }

  fileprivate var json: JSONValue {
    .array(
      rows.map { row in
        [
          "id": .string(row.id), "code": .string(row.reason.code),
          "reason": .string(row.reason.sentence),
        ]
      })
  }
}

extension PendingCopyReport {
  package var json: JSONValue {
    [
      "table": .string(table), "copied": .integer(Int64(copied)),
      "removals": .integer(Int64(removals)), "same": .integer(Int64(same)),
      "skipped": .integer(Int64(skipped.count)), "skippedRows": skipped.json,
    ]
  }
}
