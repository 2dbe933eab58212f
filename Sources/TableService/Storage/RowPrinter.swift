import JSONKit
import SQLiteKit
import Support

/// Prints rows as they come from the database, without making values of them.
struct RowPrinter {
  private struct Output {
    /// Everything before the value where this column is the row's first.
    let opening: [UInt8]
    /// Everything before the value in any other place.
    let lead: [UInt8]
    let type: StoredType
    let omitsNull: Bool
  }

  private let outputs: [Output]
  private var json = JSONWriter()
  private(set) var count = 0

  init(_ columns: [(name: String, type: StoredType, omitsNull: Bool)]) {
    outputs = columns.map { column in
      var name = JSONWriter()
      name.write(column.name)
      name.raw(":")
      return Output(
        opening: Array("{".utf8) + name.bytes, lead: Array(",".utf8) + name.bytes,
        type: column.type, omitsNull: column.omitsNull)
    }
    json.raw("[")
  }

  mutating func add(_ row: borrowing Row) {
    // What the first row takes, the others will take too.
    if count == 1 { json.reserve(json.bytes.count * 64) }
    if count > 0 { json.raw(",") }
    var isFirst = true
    for position in outputs.indices {
      if outputs[position].omitsNull, row.withCell(at: position, { $0.isNull }) { continue }
      json.raw(isFirst ? outputs[position].opening : outputs[position].lead)
      isFirst = false
      let type = outputs[position].type
      row.withCell(at: position) { json.write($0, as: type) }
    }
    json.raw(isFirst ? "{}" : "}")
    count += 1
  }

  consuming func finished() -> [UInt8] {
    json.raw("]")
    return json.bytes
  }
}

extension RowCell {
  fileprivate var isNull: Bool {
    if case .null = self { true } else { false }
  }
}

extension JSONWriter {
  /// As ``StoredType/json(_:)`` shows a stored value.
  fileprivate mutating func write(_ cell: borrowing RowCell, as type: StoredType) {
    switch cell {
    case .null: raw("null")
    case .integer(let integer):
      if type == .boolean { raw(integer == 0 ? "false" : "true") } else { write(integer) }
    case .real(let real): write(real)
    case .text(let text):
      if type == .object {
        write(type.json(.text(String(decoding: copied(text), as: UTF8.self))))
      } else {
        write(utf8: text)
      }
    case .blob(let bytes): write(type.json(.blob(copied(bytes))))
    }
  }
}

private func copied(_ bytes: Span<UInt8>) -> [UInt8] {
  var copy: [UInt8] = []
  copy.reserveCapacity(bytes.count)
  for place in bytes.indices { copy.append(bytes[place]) }
  return copy
}
