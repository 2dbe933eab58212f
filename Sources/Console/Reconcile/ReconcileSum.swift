package import JSONKit
package import SyncCore

/// What the comparisons of several tables found together.
package struct ReconcileSum: Sendable, Equatable {
  package let tables: Int
  /// Tables whose comparison broke off; no other figure includes them.
  package let failed: Int
  package let localRows: Int
  package let serverRows: Int
  let pendingRows: Int
  package let missingOnServer: Int
  package let missingHere: Int
  package let different: Int
  /// Rows missing here, without those of tables whose pulls have a filter.
  let countedMissingHere: Int

  package init(_ comparisons: [ReconcileReport]) {
    let complete = comparisons.filter(\.isComplete)
    func sum(_ figure: (ReconcileReport) -> Int) -> Int {
      complete.reduce(0) { $0 + figure($1) }
    }
    tables = comparisons.count
    failed = comparisons.count - complete.count
    localRows = sum(\.localRows)
    serverRows = sum(\.serverRows)
    pendingRows = sum(\.pendingRows)
    missingOnServer = sum(\.missingOnServer.count)
    missingHere = sum(\.missingHere.count)
    different = sum(\.different.count)
    countedMissingHere = sum { $0.isFiltered ? 0 : $0.missingHere.count }
  }

  /// Tables that were compared to the end.
  package var compared: Int { tables - failed }

  /// What was not compared, as a sentence; nil when everything was.
  package var leftOut: String? { ReconcileReport.leftOut(pendingRows) }

  /// Rows that differ, as ``ReconcileReport/differing`` counts them.
  package var differences: Int { missingOnServer + countedMissingHere + different }

  /// True where rows that are missing here are not counted.
  var hasUncounted: Bool { countedMissingHere < missingHere }

  package var json: JSONValue {
    [
      "tables": .integer(Int64(tables)), "failed": .integer(Int64(failed)),
      "localRows": .integer(Int64(localRows)), "serverRows": .integer(Int64(serverRows)),
      "missingOnServer": .integer(Int64(missingOnServer)),
      "missingHere": .integer(Int64(missingHere)), "different": .integer(Int64(different)),
    ]
  }
}

extension ReconcileReport {
  /// The figures with the ids of each group.
  var servedJSON: JSONValue {
    var object = figures.object ?? JSONObject()
    for (name, group) in groups { object[name] = .array(group.ids.map { .string($0) }) }
    return .object(object)
  }
}
