import JSONKit
import SyncCore

/// Which column names a row for people, and the name it gives.
struct RowTitle {
  let column: String

  private static let tellingNames = ["name", "title", "text", "label", "subject"]

  /// Takes a column with a telling name, else the first that holds text, else the id.
  init(columns: [Column]) {
    let texts = columns.filter { !$0.isSystem && $0.type == .text }.map(\.name)
    let telling = Self.tellingNames.lazy.compactMap { telling in
      texts.first { $0.lowercased() == telling }
    }
    column = telling.first ?? texts.first ?? SystemColumn.id.rawValue
  }

  /// The row's name, cut; its id when the column has nothing that can be seen, or is covered.
  func title(_ record: Record) -> String {
    guard let text = record.values[column]?.string?.trimmed, text != ValueMasking.block,
      !VisibleText.hasNothingToSee(text)
    else {
      return VisibleText.shown(record.id)
    }
    return VisibleText.shown(
      text.utf8.count > 60 && text.count > 60 ? "\(text.prefix(60))…" : text)
  }
}
