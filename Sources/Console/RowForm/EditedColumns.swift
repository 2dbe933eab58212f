import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection

/// The columns that an edit of a row changed, for the message after it.
struct EditedColumns {
  /// In the order of the request.
  let names: [String]
  /// The row's name in quotes.
  let row: String
  /// The new value of the only edited column, as a message repeats it; nil for several columns, and
  /// for a value that is not repeated.
  let value: String?

  /// - Parameters:
  ///   - shown: The row after the edit, without values that are masked.
  ///   - staged: The values that it gets; nil where it has them.
  init(
    _ names: [String], _ shown: RowDetail, staging staged: JSONObject? = nil, now: Timestamp,
    in store: StoreHandle
  ) async throws {
    self.names = names
    row = quoted(RowTitle(columns: shown.columns).title(shown.record))
    let column = shown.columns.first { names.count == 1 && $0.name === names[0] }
    let stored = column.map { shown.record.value($0.name) }
    guard let column, let stored, stored.string != ValueMasking.block else {
      value = nil
      return
    }
    value = try await (staged?[column.name] ?? stored)
      .words(in: column, of: shown.table, store, now: now)
  }

  /// For a column that was set to the same value in one row or more.
  init(_ column: String, in row: String, value: String?) {
    (names, self.row, self.value) = ([column], row, value)
  }

  private var first: String { names.first ?? "" }

  /// The second column by its name, more of them by their number.
  private var others: String {
    names.count == 2 ? names[1] : Format.count(names.count - 1, "more column")
  }

  /// The message: the row, and the column with its new value, or how many columns changed.
  var sentence: String {
    if let value { return localized("\(row) saved: \(first) is now \(value).") }
    return names.count == 1
      ? localized("\(row) saved: \(first) changed.")
      : localized("\(row) saved: \(first) and \(others) changed.")
  }

  /// The same for an edit that was put aside.
  var stagedSentence: String {
    if let value { return localized("\(row) staged: \(first) will be \(value).") }
    return names.count == 1
      ? localized("\(row) staged: \(first) will change.")
      : localized("\(row) staged: \(first) and \(others) will change.")
  }

  /// The same for an edit that was taken back.
  var undoneSentence: String {
    if let value { return localized("Undone: \(first) of \(row) is \(value) again.") }
    return names.count == 1
      ? localized("Undone: \(first) of \(row).")
      : localized("Undone: \(first) and \(others) of \(row).")
  }
}

extension JSONValue {
  /// Longer values are not repeated in messages.
  private static let repeatedMax = 40

  /// The value as a message repeats it, such as `“Japan”`, `7` or `NULL`; nil for one that is long,
  /// and for a file.
  func words(
    in column: Column, of table: String, _ store: StoreHandle, now: Timestamp
  ) async throws -> String? {
    guard column.type != .file else { return nil }
    if let string, let resolver = try await ReferenceResolver(column, of: table, in: store),
      let name = try await ValueMasking.forAnswer({ try await resolver.names(of: [string]) })[
        string]
    {
      return name.count <= Self.repeatedMax ? quoted(VisibleText.shown(name)) : nil
    }
    let cell = Cell(listed: self, column, now: now)
    switch cell {
    case .empty: return localized("empty")
    case .null, .date, .age: return cell.text
    case .plain(let text) where text.count <= Self.repeatedMax,
      .code(let text) where text.count <= Self.repeatedMax:
      return string == nil ? cell.text : quoted(cell.text)
    case .plain, .code, .long: return nil
    }
  }
}
