import Localization
import Support
import SyncCore
import TemplateKit

/// The step of an import in which each column of the file gets a column of the table.
struct ImportColumnsPage {
  static let template = "Imports/import-columns"

  let draft: ImportDraft
  let preview: ImportPreview
  /// The table's columns.
  let known: [Column]
  /// Columns whose values are shown to nobody.
  let writeOnly: UTF8Set
  /// What was chosen and cannot be; nil where the choices are those of the preview.
  let refused: ImportChoices?
  let problem: String?

  /// More choices than this no page holds.
  private static let choicesMax = 40_000
  /// More columns of the table than this are counted, not named.
  private static let namesMax = 20

  private var plan: ImportPlan { preview.plan }
  private var own: [Column] { known.filter { !$0.isSystem } }
  private var table: String { draft.table }

  var title: String { localized("Import into \(table)") }

  var values: TemplateDictionary {
    let rows = Format.count(preview.rowCount, "row")
    var values: TemplateDictionary = [
      "STORE": draft.store, "STORE_LINK": Links.store(draft.store), "TABLE": table,
      "ROWS_LINK": Links.rows(draft.store, table),
      "IMPORT_LINK": Links.importRows(draft.store, table),
      "AGAIN_LINK": Links.importAgain(draft.store, table, draft.id),
      "ACTION": Links.importColumns(draft.store, table, draft.id), "SEEN": "\(preview.look)",
      "FACT_SOURCE": preview.source(draft.form.fileName),
      "FACT_COLUMNS": Format.count(plan.fileColumns.count, "column"),
      "BUTTON": localized("Check \(rows)"),
    ]
    values.add("PROBLEM", list: problem.map { [["TEXT": $0]] } ?? [])
    if plan.hasNoMatch {
      values.add("NO_MATCH", list: problem == nil ? [noMatch] : [])
    } else {
      values.add("MISTAKE", list: plan.mistakes.filter { !$0.isOfRow }.map(mistake))
      values.add("IGNORED", list: plan.ignored(table))
    }
    values.add(
      "MODE",
      list: ImportPlan.Mode.allCases.map { mode in
        option(mode.rawValue, mode.words, isChosen: mode == refused?.mode ?? plan.mode)
      })
    values.add(
      "KEY",
      list: (["id"] + Self.keys(of: own, writeOnly)).map { name in
        option(name, name, isChosen: name === refused?.key ?? plan.key)
      })
    let fits = plan.fileColumns.count * (own.count + 6) <= Self.choicesMax
    values.add(
      "COLUMN",
      list: fits ? plan.fileColumns.enumerated().map { column($0.offset, $0.element) } : [])
    values.show("MANY", if: !fits)
    return values
  }

  /// What to do about a file of which no column has a place.
  private var noMatch: TemplateDictionary {
    let names = ["id"] + own.map(\.name)
    let shown = names.prefix(Self.namesMax).joinedAsList()
    let more = names.count - Self.namesMax
    return [
      "HEADLINE": localized("No column of the file matches a column of \(table)."),
      "COLUMNS": more > 0
        ? localized("\(table) has the columns \(shown) and \(Format.number(more)) more.")
        : localized("\(table) has the columns \(shown)."),
      "TEMPLATE_LINK": Links.importTemplate(draft.store, table),
    ]
  }

  private func mistake(_ mistake: ImportPlan.Mistake) -> TemplateDictionary {
    var line: TemplateDictionary = ["TEXT": mistake.sentence]
    line.set("IN_COLUMN", ifAny: mistake.column)
    return line
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
      [(.column("id"), "id")] + own.map { (.column($0.name), "\($0.name) (\(type(of: $0)))") }
    part.add("TARGET", list: choices.map { option($0, $1, target) })
    // An added column keeps its name, so only some can be.
    let isNew = plan.newColumns.contains(name)
    let canBeNew = isNew || NewColumn.Neighbours(["id"] + known.map(\.name)).mistake(name) == nil
    part.add(
      "NEW_TYPES",
      list: canBeNew
        ? [newTypes(target)] : [])
    part.show("NONE", if: target == .leftOut)
    let isMatched = plan.isMatchedByName(name)
    part.show("MATCHED", if: isMatched)
    part.show("SELECTED", if: !isMatched && target != .leftOut)
    return part
  }

  private func type(of column: Column) -> String {
    column.typeTitle(referringTo: plan.references.target(of: column.name))
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
