import ConsoleData
import JSONKit
import Support
import SyncCore

/// A row whose change was put aside, beside the row as it is now.
struct StagedRow: Sendable {
  /// One changed column.
  struct Field: Sendable, Equatable {
    var column: Column
    /// When the form was opened.
    var was: JSONValue
    /// In the store now.
    var now: JSONValue
    /// Asked for.
    var mine: JSONValue

    /// Somebody else changed this very column meanwhile, and not to the same value.
    var isDisputed: Bool { now != was && now != mine }
  }

  /// Whether the row can be changed at all.
  enum Standing {
    case live
    /// In the trash.
    case deleted
    /// Deleted for good here; its delete waits in the queue.
    case removed
    /// Not in the store any more.
    case gone
    /// Not in the store, into which it is inserted again.
    case restorable
    /// In the store, though the change would insert it.
    case present
  }

  let change: StagedChange
  /// Nil when the row is not here.
  let record: Record?
  let columns: [Column]
  let standing: Standing
  /// False where the server gives new rows their ids.
  let takesIDs: Bool
  /// Names of the rows that the values refer to, by column and id.
  var names: UTF8Dictionary<UTF8Dictionary<String>> = [:]
  /// What the store said when it refused to save; nil when it did not.
  var problem: String?

  var title: String {
    let inserted = change.isInsert ? Record(id: change.itemID, values: change.values) : nil
    return (record ?? inserted).map { RowTitle(columns: columns).title($0) } ?? change.itemID
  }

  /// True when the row is not as it was when its form was opened.
  var isStale: Bool {
    guard let record else { return !change.isInsert }
    return change.isInsert || !RowFingerprint(rawValue: change.fingerprint).matches(record)
  }

  var isSavable: Bool { standing == .restorable || standing == .live && !isStale }

  /// True when somebody has to choose which values stay.
  var isOpen: Bool { standing == .live && isStale }

  var fields: [Field] {
    change.values.map { name, mine in
      Field(
        column: columns.first { $0.name === name } ?? Column(name, ColumnType(of: mine) ?? .text),
        was: change.was[name] ?? .null, now: record?.value(name) ?? .null, mine: mine)
    }
  }

  /// The name of the row that the value refers to; nil for any other value.
  func name(of value: JSONValue, in column: Column) -> String? {
    value.string.flatMap { names[column.name]?[$0] }
  }

  /// True where nothing would refuse to save it twice: it leaves the staged changes before it is saved.
  var isUnrepeatable: Bool { change.isInsert && !takesIDs }

  var rowChange: RowChange {
    guard !change.isInsert else {
      return RowChange(
        .insert, table: change.table, id: takesIDs ? change.itemID : nil, values: change.values)
    }
    return RowChange(
      .update, table: change.table, id: change.itemID, values: change.values,
      ifState: RowFingerprint(rawValue: change.fingerprint))
  }

  var json: JSONValue {
    [
      "change": .integer(change.id), "table": .string(change.table),
      "id": .string(change.itemID), "was": .object(change.was),
      "values": .object(change.values), "insert": .bool(change.isInsert),
      "stale": .bool(isStale), "at": JSONValue(change.at),
    ]
  }
}

extension StagedRow: Searchable {
  /// What names the row, and what is changed to what.
  var texts: [String] {
    [title, change.itemID, change.table] + change.values.names
      + change.values.compactMap { $0.value.string }
  }
}
