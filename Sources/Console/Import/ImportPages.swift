import JSONKit
import Support
import SyncCore
import TemplateKit

/// Where rows are pasted or a file of them is chosen.
struct ImportFormPage {
  static let template = "import"

  let store: String
  let table: String
  let form: ImportForm
  let columns: [Column]

  var title: String { "Import into \(table)" }

  var values: TemplateDictionary {
    let own = columns.filter { !$0.isSystem }
    var values: TemplateDictionary = [
      "STORE": store, "STORE_LINK": Links.store(store), "ROWS_LINK": Links.rows(store, table),
      "TABLE": table, "ACTION": Links.importRows(store, table), "TEXT": form.text,
      "ROWS_MAX": Format.number(ImportSource.rowsMax),
      "BYTES_MAX": Format.bytes(ConsoleApp.jsonBytesMax),
      "EXAMPLE": (["id"] + own.prefix(3).map(\.name)).joined(separator: ","),
    ]
    values.add("MISTAKE", list: form.mistake.map { [["TEXT": $0]] } ?? [])
    values.set("CHOOSE_AGAIN", ifAny: form.fileToChooseAgain)
    values.add(
      "MODE",
      list: ImportPlan.Mode.allCases.map { mode in
        var choice: TemplateDictionary = ["VALUE": mode.rawValue, "WORDS": mode.words]
        choice.show("CHECKED", if: mode == form.mode)
        return choice
      })
    values.show("ADDS_COLUMNS", if: form.addsColumns)
    values.add(
      "COLUMN", list: own.map { ["NAME": $0.name, "TYPE": $0.type.title] })
    values.show("NO_COLUMNS", if: own.isEmpty)
    return values
  }
}

/// What an import would do, before it is done.
struct ImportPreviewPage {
  static let template = "import-preview"
  /// Rows shown.
  static let shownMax = 20

  let store: String
  let table: String
  let draft: String
  let rehearsal: ImportRehearsal
  var problem: String?
  let now: Timestamp

  private var plan: ImportPlan { rehearsal.plan }
  private var rowWords: String { Format.count(plan.rows.count, "row") }

  var title: String { "Import \(rowWords) into \(table)?" }

  var values: TemplateDictionary {
    var values: TemplateDictionary = [
      "STORE": store, "STORE_LINK": Links.store(store), "ROWS_LINK": Links.rows(store, table),
      "TABLE": table, "HEADLINE": title, "IMPORT_LINK": Links.importRows(store, table),
      "AGAIN_LINK": Links.importAgain(store, table, draft),
      "PLACE": plan.source.place, "FACT_SOURCE": source, "FACT_MODE": plan.mode.words,
    ]
    values.add("PROBLEM", list: problem.map { [["TEXT": $0]] } ?? [])
    values.add("IGNORED", list: ignored)
    values.set("NEW_COLUMNS", ifAny: newColumns)
    values.add(
      "READY",
      list: rehearsal.canBeWritten
        ? [
          [
            "SUMMARY": rehearsal.summary, "SEEN": rehearsal.summary, "BUTTON": rehearsal.verb,
            "ACTION": Links.importDraft(store, table, draft),
          ]
        ] : [])
    values.add("MISTAKES", list: rehearsal.canBeWritten ? [] : [mistakes])
    let shown = rehearsal.canBeWritten ? Array(plan.rows.prefix(Self.shownMax)) : []
    values.add("HEAD", list: plan.columns.map(head))
    values.add("ROW", list: shown.enumerated().map { row($0.element, $0.offset) })
    values.show("HAS_ROWS", if: !shown.isEmpty)
    values.set(
      "CAPTION",
      Format.part(shown.count, of: plan.rows.count, "row")
        + (plan.rows.count == 1 ? " as it would be" : " as they would be"))
    return values
  }

  private var source: String {
    let name = rehearsal.name.isEmpty ? "pasted" : rehearsal.name
    return "\(name), \(plan.source.format.rawValue), \(rowWords)"
  }

  private var newColumns: String? {
    plan.newColumns.isEmpty ? nil : plan.newColumns.sorted().joined(separator: ", ")
  }

  private var ignored: [TemplateDictionary] {
    var lines: [TemplateDictionary] = []
    if !plan.unknownColumns.isEmpty {
      lines.append([
        "TEXT":
          "\(table) has no column \(plan.unknownColumns.joined(separator: ", ")). Left out; go "
          + "back and tick “Add columns” to have what it holds."
      ])
    }
    if !plan.systemColumns.isEmpty {
      lines.append([
        "TEXT": "\(plan.systemColumns.joined(separator: ", ")): kept by the server, so left out."
      ])
    }
    return lines
  }

  private var mistakes: TemplateDictionary {
    let count = plan.mistakes.count
    let words = plan.hasManyMistakes ? "more than \(count - 1)" : Format.number(count)
    var part: TemplateDictionary = [
      "SENTENCE":
        "Nothing can be imported yet: \(words) \(count == 1 ? "value needs" : "values need") "
        + "another look.",
      "THEM": count == 1 ? "it" : "them",
    ]
    part.add(
      "MISTAKE",
      list: plan.mistakes.map { mistake in
        var line: TemplateDictionary = [
          "NUMBER": "\(mistake.number)", "TEXT": mistake.sentence,
        ]
        line.set("IN_COLUMN", ifAny: mistake.column)
        return line
      })
    return part
  }

  private func head(_ column: Column) -> TemplateDictionary {
    var head: TemplateDictionary = ["COLUMN": column.name, "TYPE": column.type.title]
    head.show("IS_NEW", if: plan.newColumns.contains(column.name))
    return head
  }

  private func row(_ row: ImportPlan.Row, _ index: Int) -> TemplateDictionary {
    let applied = index < rehearsal.outcome.applied.count ? rehearsal.outcome.applied[index] : nil
    let isNew = applied?.kind == .insert
    let chip =
      isNew
      ? Chip(.pending, "New")
      : applied?.isUnchanged == true ? Chip(.synced, "The same") : Chip(.warn, "Changed")
    var values: TemplateDictionary = [
      "NUMBER": "\(row.number)", "ID": row.id ?? "made up", "CHIP": chip.look.rawValue,
      "CHIP_WORD": chip.word,
    ]
    values.show("HAS_ID", if: row.id != nil)
    values.show("NO_ID", if: row.id == nil)
    values.add(
      "CELL",
      list: plan.columns.map { column in
        guard let value = row.values[column.name] else { return absent }
        let old = isNew ? nil : applied?.before[column.name]
        var cell = TemplateDictionary()
        cell.add("VALUE", shown(value, column))
        cell.add("WAS", list: old.map { [shown($0, column)] } ?? [])
        cell.show("NUMERIC", if: column.type == .number)
        return cell
      })
    return values
  }

  private func shown(_ value: JSONValue, _ column: Column) -> TemplateDictionary {
    Cell(listed: value, column, now: now).unlinked.dictionary()
  }

  private var absent: TemplateDictionary {
    var cell = TemplateDictionary()
    cell.show("ABSENT")
    return cell
  }
}
