import JSONKit
import Support

/// Which columns are copied, and how their values are written for another kind of server.
struct CopiedColumns: Sendable {
  /// Of every column of the other store, the hidden ones left out.
  let mapping: [CopiedColumn]
  private let source: any Remote
  private let isSameKind: Bool
  private let takesNested: Bool

  /// The columns that are copied.
  var names: [String] { mapping.filter { $0.form != .leftOut }.map(\.name) }
  var leftOut: [String] { mapping.filter { $0.form == .leftOut }.map(\.name) }

  /// - Parameters:
  ///   - schema: The table of the other store; nil for a table without rows.
  ///   - here: The same table here.
  init(
    _ schema: TableSchema?, from source: any Remote, to target: any Remote, here: TableSchema?
  ) {
    self.source = source
    let isSameKind = source.kind == target.kind
    let takesNested = target.capabilities.contains(.nestedValues)
    self.isSameKind = isSameKind
    self.takesNested = takesNested
    // A store's own id in a row of its server means nothing to another server.
    let marks = [source, target].compactMap { $0.assigning?.markColumn }
    let unseen = source.writeOnlyColumns.union(target.writeOnlyColumns)
    let types = UTF8Dictionary(
      (here?.own ?? []).map { ($0.column.name, $0.column.type) }, uniquingKeysWith: { $1 })
    mapping = (schema?.own ?? []).map(\.column).filter { !marks.contains(identical: $0.name) }.map {
      let isCopied =
        $0.type != .file && !unseen.contains($0.name) && Catalogue.isValidColumn($0.name)
      let isPlain = isSameKind || $0.type != .json
      return CopiedColumn(
        name: $0.name, type: $0.type, typeHere: types[$0.name],
        form: !isCopied ? .leftOut : isPlain ? .same : takesNested ? .converted : .text)
    }
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

/// What becomes of a column when its table is copied from another store.
package struct CopiedColumn: Sendable, Hashable {
  /// How its values are written here.
  package enum Form: String, Sendable, CaseIterable {
    case same
    /// Objects of the other kind of server become plain ones, references the ids that they name.
    case converted
    /// Lists and objects become JSON text, references the ids that they name.
    case text
    /// Files, and values that a server never returns, stay behind.
    case leftOut
  }

  package var name: String
  package var type: ColumnType
  /// The column's type here; nil where the copy adds it.
  package var typeHere: ColumnType?
  package var form: Form

  package init(name: String, type: ColumnType, typeHere: ColumnType?, form: Form) {
    self.name = name
    self.type = type
    self.typeHere = typeHere
    self.form = form
  }
}
