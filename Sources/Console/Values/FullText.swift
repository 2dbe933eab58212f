import JSONKit
import Localization
import SyncCore
import TemplateKit

/// The long texts of one column, each whole, below a table that shows no more than their changes.
struct FullText {
  struct Copy {
    var title: String
    var value: JSONValue?
  }

  let column: Column
  let copies: [Copy]
  /// Two of them to compare as a whole: the first as what was before.
  var compared: (before: JSONValue?, after: JSONValue?)?

  /// A text of so many bytes is cut in the table.
  private static let bytesMin = 640

  /// Nil for a column of which the table shows everything.
  init?(_ column: Column, _ copies: [Copy]) {
    let texts = copies.compactMap { $0.value?.string }
    guard column.type == .text, texts.contains(where: { $0.utf8.count >= Self.bytesMin })
    else { return nil }
    self.column = column
    self.copies = copies
  }

  /// Those of a conflict, and what this store has beside what the server has: the table compares
  /// either side with the base.
  init?(_ field: MergeForm.Field) {
    self.init(
      field.column,
      [
        Copy(title: localized("Base"), value: field.base),
        Copy(title: localized("This store"), value: field.local),
        Copy(title: localized("Server now"), value: field.server),
      ])
    compared = (field.server, field.local)
  }

  var values: TemplateDictionary {
    var values: TemplateDictionary = ["COLUMN": column.name]
    if let compared {
      var beside = TemplateDictionary()
      beside.add(
        "BESIDE_VALUE",
        ValueDifference(column: column, before: compared.before, after: compared.after).values)
      values.add("BESIDE", beside)
    }
    values.add(
      "WHOLE_COPY",
      list: copies.compactMap { copy in
        guard let text = copy.value?.string, !text.isEmpty else { return nil }
        return [
          "SIDE": copy.title, "SIZE": Format.count(text.count, "character"),
          "TEXT": VisibleText.marked(text),
        ]
      })
    return values
  }
}
