import ConsoleData
import Localization
import SyncCore

/// What a comparison with the server found, in words: the same on every page.
struct DriftWords {
  /// Nil for several tables.
  var table: String?
  /// How many rows differ.
  var rows: Int
  var missingOnServer: Int
  /// Those that count.
  var missingHere: Int
  var different: Int
  /// How many of them were repaired since.
  var repaired = 0

  /// Such as "3 rows of Item differ from the server".
  var headline: String {
    guard let table else { return count }
    let rowsText = Format.count(rows, "row")
    return rows == 1
      ? localized("\(rowsText) of \(table) differs from the server")
      : localized("\(rowsText) of \(table) differ from the server")
  }

  private var count: String { Format.count(rows, "row differs", "rows differ") }

  /// Such as "1 missing on the server" and "2 different".
  var parts: [String] {
    var parts: [String] = []
    if missingOnServer > 0 {
      parts.append(localized("\(Format.number(missingOnServer)) missing on the server"))
    }
    if missingHere > 0 {
      parts.append(localized("\(Format.number(missingHere)) missing here"))
    }
    if different > 0 { parts.append(localized("\(Format.number(different)) different")) }
    if repaired > 0 { parts.append(localized("\(Format.number(repaired)) repaired since")) }
    return parts
  }

  /// Short enough for a list: "Item: 3 rows differ · 1 missing here", the parts alone where all was
  /// repaired.
  var line: String {
    let text = Self.line((rows > 0 ? [count] : []) + parts)
    return table.map { labelled($0, text) } ?? text
  }

  static func line(_ parts: [String]) -> String { parts.joined(separator: " · ") }
}

extension DriftWords {
  init(_ check: DriftCheck) {
    self.init(
      table: check.table, rows: check.remaining, missingOnServer: check.missingOnServer,
      missingHere: check.isFiltered ? 0 : check.missingHere, different: check.different,
      repaired: check.repaired)
  }

  /// - Parameter table: Nil where the comparisons are of several.
  init(_ comparisons: [ReconcileReport], table: String? = nil, repaired: Int = 0) {
    let sum = ReconcileSum(comparisons)
    self.init(
      table: table, rows: max(0, sum.differences - repaired),
      missingOnServer: sum.missingOnServer, missingHere: sum.countedMissingHere,
      different: sum.different, repaired: repaired)
  }
}
