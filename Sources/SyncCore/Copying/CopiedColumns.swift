import JSONKit
import Support

/// Which columns are copied, and how their values are written for another kind of server.
struct CopiedColumns: Sendable {
  let names: [String]
  let leftOut: [String]
  private let source: any Remote
  private let isSameKind: Bool
  private let takesNested: Bool

  /// - Parameter schema: Nil for a table without rows.
  init(_ schema: TableSchema?, from source: any Remote, to target: any Remote) {
    self.source = source
    isSameKind = source.kind == target.kind
    takesNested = target.capabilities.contains(.nestedValues)
    let own = schema?.own.map(\.column) ?? []
    // A store's own id in a row of its server means nothing to another server.
    let marks = [source, target].compactMap { $0.assigning?.markColumn }
    let hidden = source.writeOnlyColumns.union(target.writeOnlyColumns).union(marks)
    let copied = own.filter {
      $0.type != .file && !hidden.contains($0.name) && Catalogue.isValidColumn($0.name)
    }
    names = copied.map(\.name)
    let shown = UTF8Set(names)
    leftOut = own.map(\.name).filter { !shown.contains($0) && !marks.contains(identical: $0) }
  }

  /// The row with the columns that are copied, each with a value or null, and no system column but
  /// id and `deleted`.
  func copy(_ record: Record) -> Record {
    Record(
      id: record.id, deleted: record.deleted,
      values: JSONObject(names.map { ($0, converted(record.values[$0] ?? .null)) }))
  }

  private func converted(_ value: JSONValue) -> JSONValue {
    if isSameKind { return value }
    let portable = source.portable(value)
    switch portable {
    case .array, .object: return takesNested ? portable : .string(portable.serializedText)
    default: return portable
    }
  }
}
