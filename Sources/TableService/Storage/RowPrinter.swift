import JSONKit
import SQLiteKit
import Support

/// Prints rows as they come from the database, without making values of them.
struct RowPrinter {
  private struct Output {
    /// With everything that stands before the value.
    let lead: [UInt8]
    let isBoolean: Bool
  }

  private let outputs: [Output]
  private var json = JSONWriter()
  private(set) var count = 0

  init(_ columns: [(name: String, type: ColumnType)]) {
    outputs = columns.enumerated().map { position, column in
      var lead = JSONWriter()
      lead.raw(position == 0 ? "{" : ",")
      lead.write(column.name)
      lead.raw(":")
      return Output(lead: lead.bytes, isBoolean: column.type == .boolean)
    }
    json.raw("[")
  }

  mutating func add(_ row: borrowing Row) {
    // What the first row takes, the others will take too.
    if count == 1 { json.reserve(json.bytes.count * 64) }
    if count > 0 { json.raw(",") }
    if outputs.isEmpty { json.raw("{") }
    for position in outputs.indices {
      json.raw(outputs[position].lead)
      let isBoolean = outputs[position].isBoolean
      row.withCell(at: position) { json.write($0, isBoolean: isBoolean) }
    }
    json.raw("}")
    count += 1
  }

  consuming func finished() -> [UInt8] {
    json.raw("]")
    return json.bytes
  }
}

extension JSONWriter {
  /// As ``ColumnType/json(_:)`` shows a stored value.
  fileprivate mutating func write(_ cell: borrowing RowCell, isBoolean: Bool) {
    switch cell {
    case .null: raw("null")
    case .integer(let integer):
      if isBoolean { raw(integer == 0 ? "false" : "true") } else { write(integer) }
    case .real(let real): write(real)
    case .text(let text): write(utf8: text)
    case .blob(let bytes):
      var copy: [UInt8] = []
      for place in bytes.indices { copy.append(bytes[place]) }
      write(Base64.encode(copy))
    }
  }
}
