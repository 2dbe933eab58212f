import JSONKit
import SyncCore
import TemplateKit

/// The long texts of a conflict, each whole, and what this store has beside what the server has.
///
/// The table above them compares either side with the base and shows no more than the changes.
struct WholeTexts {
  let field: MergeForm.Field

  /// A text of so many bytes is cut in the table.
  private static let bytesMin = 640

  /// Nil for a field of which the table shows everything.
  init?(_ field: MergeForm.Field) {
    let texts = [field.base, field.local, field.server].compactMap { $0?.string }
    guard field.column.type == .text, texts.contains(where: { $0.utf8.count >= Self.bytesMin })
    else { return nil }
    self.field = field
  }

  var values: TemplateDictionary {
    let column = field.column
    var values: TemplateDictionary = ["COLUMN": column.name]
    values.add(
      "BESIDE_VALUE",
      ValueDifference(column: column, before: field.server, after: field.local).values)
    let copies = [
      ("Base", field.base), ("This store", field.local), ("Server now", field.server),
    ]
    values.add(
      "WHOLE_COPY",
      list: copies.compactMap { side, value in
        guard let text = value?.string, !text.isEmpty else { return nil }
        return [
          "SIDE": side, "SIZE": Format.count(text.count, "character"),
          "TEXT": VisibleText.marked(text),
        ]
      })
    return values
  }
}
