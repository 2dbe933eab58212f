import Foundation
import JSONKit

@testable import syncline

/// A document that is read is written and read again as the same, and Foundation reads it, too.
func checkJSON(_ bytes: [UInt8]) throws {
  guard let value = try? JSONValue(parsing: bytes) else { return }
  let written = value.serialized
  guard let again = try? JSONValue(parsing: written) else {
    throw FuzzFinding("It does not read what it wrote: \(FuzzInput.line(of: written))")
  }
  // 1.0 is written as 1.
  try require(again.serialized == written, "It reads another value than it wrote: \(value)")
  _ = try JSONValue.repeatedMembers(parsing: bytes)
  // Foundation refuses a number that no Double holds; it is kept here as the digits that came.
  guard !value.hasExactNumber else { return }
  let known = try? JSONSerialization.jsonObject(with: Data(bytes), options: [.fragmentsAllowed])
  try require(known != nil, "Foundation does not take it for JSON.")
}

extension JSONValue {
  fileprivate var hasExactNumber: Bool {
    switch self {
    case .number: true
    case .array(let items): items.contains(where: \.hasExactNumber)
    case .object(let members): members.contains { $0.value.hasExactNumber }
    case .null, .bool, .integer, .real, .string: false
    }
  }
}

/// Rows that are read without making values of them are those of the document.
func checkRows(_ bytes: [UInt8]) throws {
  let names = ["results", "value"]
  guard let rows = try? JSONRows(parsing: bytes, listedUnder: names) else { return }
  let document = try JSONValue(parsing: bytes)
  let list = rows.listName.flatMap { document[$0] } ?? document
  guard let items = list.array else { throw FuzzFinding("It found rows where no list is.") }
  try require(items.count == rows.count, "It has \(rows.count) rows of \(items.count)")
  var cells = [JSONRows.Cell](repeating: .null, count: rows.columns.count)
  for (index, item) in items.enumerated() {
    try require(
      .object(rows.object(at: index)) == item, "Row \(index) is \(rows.object(at: index))")
    rows.read(index, into: &cells)
    for (column, name) in rows.columns.enumerated() {
      let isNull = if case .null = cells[column] { true } else { false }
      try require(
        isNull == (item[name] ?? .null == .null), "Cell \(name) of row \(index) is \(cells[column])"
      )
    }
  }
}

/// Every mistake is a sentence for the person who wrote the file.
func checkConfiguration(_ bytes: [UInt8]) throws {
  do {
    _ = try ConfigurationFile(parsing: bytes, file: "syncline.json")
  } catch {
    try require(!error.problems.isEmpty, "It is refused without a reason.")
    for problem in error.problems.map(\.description) {
      try require(problem.contains(" "), "\(problem) is no sentence.")
    }
  }
}
