import HTTPKit
import Localization
import Support
import SyncCore
import TemplateKit

/// The form for a new table.
struct NewTablePage {
  static let template = "Tables/new-table"

  private static let nameID = "n-name"

  let store: String
  let form: NewTableForm
  /// The types that a column can have here.
  let types: [ColumnType]
  /// What deleting a row of a new table means.
  let softDelete: SoftDelete
  /// True when more lines were asked for.
  var addsLines = false

  var title: String { localized("New table") }

  var values: TemplateDictionary {
    var values: TemplateDictionary = [
      "STORE": store, "TABLES_LINK": Links.tables(store), "ACTION": Links.tables(store),
      "NAME": form.name,
    ]
    values.show("SOFT_DELETE", if: softDelete != .none)
    values.show("HARD_DELETE", if: softDelete == .none)
    values.set("NAME_MISTAKE", ifAny: texts("name"))
    let used = (form.lines.lastIndex { !$0.name.isEmpty } ?? -1) + 1
    let count = addsLines ? form.lines.count + NewTableForm.linesStep : form.lines.count
    values.add(
      "LINE", list: (0..<max(count, used, NewTableForm.linesStep)).map { line($0) })
    values.set(mistakes: summary)
    return values
  }

  private func line(_ place: Int) -> TemplateDictionary {
    let sent = form.lines.indices.contains(place) ? form.lines[place] : nil
    var line: TemplateDictionary = [
      "NUMBER": "\(place + 1)", "NAME_ID": Self.id(place, "name"),
      "TYPE_ID": Self.id(place, "type"),
      "COLUMN": sent?.name ?? "",
    ]
    line.set("COLUMN_MISTAKE", ifAny: texts(NewTableForm.path(place, "name")))
    line.set("TYPE_MISTAKE", ifAny: texts(NewTableForm.path(place, "type")))
    line.add(
      "TYPE",
      list: types.map { type in
        var choice: TemplateDictionary = ["VALUE": type.rawValue, "WORDS": type.title]
        choice.show("CHOSEN", if: type.rawValue === sent?.type)
        return choice
      })
    return line
  }

  private func texts(_ path: String) -> String? {
    let texts = form.mistakes.filter { $0.path == path }.map(\.text)
    return texts.isEmpty ? nil : texts.joinedAsSentences()
  }

  private var summary: FormErrors? {
    let count = form.mistakes.count
    guard count > 0 else { return nil }
    let invalidValues = Format.count(count, "invalid value")
    return FormErrors(
      sentence: localized("The table was not created: \(invalidValues)."),
      list: form.mistakes.map { mistake in
        let parts = mistake.path.split(separator: ".")
        let place = parts.count == 3 ? Int(parts[1]) : nil
        return .init(
          fieldID: place.map { Self.id($0, String(parts[2])) } ?? Self.nameID, text: mistake.text)
      })
  }

  private static func id(_ place: Int, _ member: String) -> String {
    "\(member == "name" ? "c" : "k")-\(place)"
  }
}
