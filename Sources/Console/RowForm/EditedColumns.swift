import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection

/// The columns that an edit of a row changed, for the message after it.
struct EditedColumns {
  /// Longer values are not repeated.
  private static let shownMax = 40

  /// In the order of the request.
  let names: [String]
  /// The row after the edit, without values that are masked.
  let shown: RowDetail
  let now: Timestamp
  /// The name of the row that the only edited column refers to now; nil for any other value.
  let referenced: String?

  init(
    _ names: [String], _ shown: RowDetail, now: Timestamp, in store: StoreHandle
  ) async throws {
    (self.names, self.shown, self.now) = (names, shown, now)
    let column = shown.columns.first { names.count == 1 && $0.name === names[0] }
    let id = column.flatMap { shown.record.value($0.name).string }
    guard let column, let id,
      let resolver = try await ReferenceResolver(column, of: shown.table, in: store)
    else {
      referenced = nil
      return
    }
    referenced = try await resolver.names(of: [id])[id]
  }

  /// The message: the row, and the column with its new value, or how many columns changed.
  var sentence: String {
    let title = RowTitle(columns: shown.columns).title(shown.record)
    let first = names.first ?? ""
    guard names.count == 1 else {
      let others = Format.count(names.count - 1, "more column")
      return localized("“\(title)” saved: \(first) and \(others) changed.")
    }
    let value = shown.record.value(first)
    guard let column = shown.columns.first(where: { $0.name === first }), column.type != .file,
      value.string != ValueMasking.block
    else { return localized("“\(title)” saved: \(first) changed.") }
    let cell = referenced.map(Cell.plain) ?? Cell(listed: value, column, now: now)
    switch cell {
    case .empty: return localized("“\(title)” saved: \(first) is now empty.")
    case .null, .date, .age: return localized("“\(title)” saved: \(first) is now \(cell.text).")
    case .plain(let text) where text.count <= Self.shownMax,
      .code(let text) where text.count <= Self.shownMax:
      return value.string == nil
        ? localized("“\(title)” saved: \(first) is now \(cell.text).")
        : localized("“\(title)” saved: \(first) is now “\(cell.text)”.")
    case .plain, .code, .long: return localized("“\(title)” saved: \(first) changed.")
    }
  }
}
