import Localization
import Support
import SyncCore
import TemplateKit

/// The part of a preview in which the columns of the file get their places in the table.
struct ImportColumnsPart {
  let preview: ImportPreview
  /// The table's columns.
  let known: [Column]
  let table: String
  let action: String
  /// Columns whose values are shown to nobody.
  let writeOnly: UTF8Set
  /// What was chosen and cannot be; nil where the choices are those of the preview.
  let refused: ImportChoices?

  /// More choices than this no page holds.
  private static let choicesMax = 40_000

  private var plan: ImportPlan { preview.plan }
  private var own: [Column] { known.filter { !$0.isSystem } }

  var values: TemplateDictionary {
    let columns = Format.count(plan.fileColumns.count, "column")
    var part: TemplateDictionary = [
      "ACTION": action, "SEEN": "\(preview.look)", "TABLE": table,
      "COUNT": localized("\(imported) of \(columns) imported"),
    ]
    part.show(
      "OPEN",
      if: refused != nil || plan.mistakes.contains { !$0.isOfRow } || !plan.unknownColumns.isEmpty)
    part.add(
      "MODE",
      list: ImportPlan.Mode.allCases.map { mode in
        option(mode.rawValue, mode.words, isChosen: mode == refused?.mode ?? plan.mode)
      })
    part.add(
      "KEY",
      list: (["id"] + Self.keys(of: own, writeOnly)).map { name in
        option(name, name, isChosen: name === refused?.key ?? plan.key)
      })
    let fits = plan.fileColumns.count * (own.count + 6) <= Self.choicesMax
    part.add(
      "COLUMN",
      list: fits ? plan.fileColumns.enumerated().map { column($0.offset, $0.element) } : [])
    part.show("MANY", if: !fits)
    return part
  }

  private var imported: String {
    Format.number(plan.fileColumns.count { plan.targets[$0].map { $0 != .leftOut } ?? false })
  }

  /// Columns that can tell one row from another.
  static func keys(of own: [Column], _ writeOnly: UTF8Set) -> [String] {
    own.filter { ($0.type == .text || $0.type == .number) && !writeOnly.contains($0.name) }
      .map(\.name)
  }

  private func column(_ place: Int, _ name: String) -> TemplateDictionary {
    let target = refused?.mapping.targets[name] ?? plan.targets[name] ?? .leftOut
    var part: TemplateDictionary = ["NAME": name, "FIELD": "to\(place)"]
    let isSecret = plan.column(for: name).map { writeOnly.contains($0.name) } ?? false
    part.set(
      "EXAMPLE", ifAny: isSecret ? ValueMasking.block : plan.examples[name].map(VisibleText.shown))
    let choices: [(ColumnMapping.Target, String)] =
      [(.column("id"), "id")] + own.map { (.column($0.name), "\($0.name) (\($0.type.title))") }
    part.add("TARGET", list: choices.map { option($0, $1, target) })
    // An added column keeps its name, so only some can be.
    let isNew = plan.newColumns.contains(name)
    let canBeNew = isNew || NewColumn.Neighbours(["id"] + known.map(\.name)).mistake(name) == nil
    part.add(
      "NEW_TYPES",
      list: canBeNew
        ? [newTypes(target)] : [])
    part.show("NONE", if: target == .leftOut)
    return part
  }

  private func newTypes(_ target: ColumnMapping.Target) -> TemplateDictionary {
    var part = TemplateDictionary()
    part.add(
      "NEW_TYPE",
      list: ColumnMapping.newTypes.map { type in
        option(.new(type), localized("New column (\(type.title))"), target)
      })
    return part
  }

  private func option(
    _ target: ColumnMapping.Target, _ words: String, _ chosen: ColumnMapping.Target
  ) -> TemplateDictionary {
    option(target.formValue, words, isChosen: target == chosen)
  }

  private func option(_ value: String, _ words: String, isChosen: Bool) -> TemplateDictionary {
    var option: TemplateDictionary = ["VALUE": value, "WORDS": words]
    option.show("CHOSEN", if: isChosen)
    return option
  }
}
