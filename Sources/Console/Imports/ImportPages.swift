import JSONKit
import Localization
import Support
import SyncCore
import TemplateKit
import Zones

/// Where rows are pasted or a file of them is chosen.
struct ImportFormPage {
  static let template = "Imports/import"

  let store: String
  let table: String
  let form: ImportForm
  let columns: [Column]

  var title: String { localized("Import into \(table)") }

  var values: TemplateDictionary {
    let own = columns.filter { !$0.isSystem }
    var values: TemplateDictionary = [
      "STORE": store, "STORE_LINK": Links.store(store), "ROWS_LINK": Links.rows(store, table),
      "TABLE": table, "ACTION": Links.importRows(store, table), "TEXT": form.text,
      "ROWS_MAX": Format.number(ImportSource.rowsMax),
      "BYTES_MAX": Format.bytes(ImportSessions.uploadBytesMax),
      "BYTES_MAX_EXACT": "\(ImportSessions.uploadBytesMax)",
      "EXAMPLE": (["id"] + own.prefix(3).map(\.name)).joined(separator: ","),
    ]
    values.set("ZONE", ifAny: own.contains { $0.type == .date } ? PageZone.current.typed.name : nil)
    values.add("MISTAKE", list: form.mistake.map { [["TEXT": $0]] } ?? [])
    values.set("CHOOSE_AGAIN", ifAny: form.fileToChooseAgain)
    values.set("KEPT", ifAny: form.keptDraft)
    values.show("NOT_KEPT", if: form.keptDraft == nil)
    values.set("TEMPLATE_LINK", Links.importTemplate(store, table))
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
  static let template = "Imports/import-preview"
  let store: String
  let table: String
  let draft: String
  /// The file's name; empty for what was pasted.
  let name: String
  let preview: ImportPreview
  var problem: String?
  /// Columns whose values are shown to nobody.
  var writeOnly: UTF8Set = []
  let now: Timestamp

  var plan: ImportPlan { preview.plan }

  var title: String {
    let rows = Format.count(preview.rowCount, "row")
    let validCount = preview.validCount.map(Format.number) ?? ""
    return preview.canSkipInvalid
      ? localized("Import \(validCount) of \(rows) into \(table)?")
      : localized("Import \(rows) into \(table)?")
  }

  var values: TemplateDictionary {
    var values: TemplateDictionary = [
      "STORE": store, "STORE_LINK": Links.store(store), "ROWS_LINK": Links.rows(store, table),
      "TABLE": table, "HEADLINE": title, "IMPORT_LINK": Links.importRows(store, table),
      "AGAIN_LINK": Links.importAgain(store, table, draft),
      "COLUMNS_LINK": Links.importColumns(store, table, draft),
      "PLACE": preview.format?.place ?? "", "FACT_SOURCE": preview.source(name),
      "FACT_MODE": plan.mode.words,
    ]
    values.set(
      "FACT_ZONE",
      ifAny: plan.columns.contains { $0.type == .date } ? plan.zone.typed.name : nil)
    values.add("PROBLEM", list: problem.map { [["TEXT": $0]] } ?? [])
    values.add("IGNORED", list: plan.ignored(table))
    values.set("NEW_COLUMNS", ifAny: newColumns)
    let canImport = preview.canBeWritten || preview.canSkipInvalid
    values.add("READY", list: canImport ? [ready] : [])
    values.add("MISTAKES", list: preview.canBeWritten ? [] : [mistakes])
    values.add(
      "INVALID", list: preview.canBeWritten ? [] : [invalid])
    values.add("LEFT_OUT", list: preview.leftOut.isEmpty ? [] : [leftOut])
    let shown = canImport ? preview.shown : []
    values.add("HEAD", list: plan.columns.map(head))
    values.add("ROW", list: shown.map { row($0.number, $0.change, $0.applied) })
    values.show("HAS_ROWS", if: !shown.isEmpty)
    let all = preview.validCount ?? preview.rowCount
    let rowsShown =
      preview.canBeWritten
      ? Format.part(shown.count, of: all, "row") : Format.part(shown.count, of: all, "valid row")
    values.set("CAPTION", localized("\(rowsShown) after the import"))
    return values
  }

  private var ready: TemplateDictionary {
    var part: TemplateDictionary = [
      "SUMMARY": preview.summary, "SEEN": "\(preview.look)", "BUTTON": preview.verb,
      "ACTION": Links.importDraft(store, table, draft), "PROMISE": promise,
      "CANCEL": preview.canBeWritten ? localized("Cancel") : localized("Edit rows"),
    ]
    let invalidRows = Format.count(preview.invalidCount, "invalid row")
    part.set(
      "SKIPPED", ifAny: preview.canBeWritten ? nil : localized("\(invalidRows) skipped"))
    // A preview with invalid values has its focus on what it says of them.
    part.show("FOCUS", if: preview.canBeWritten)
    return part
  }

  /// How the rows are written, which for many of them is not one step.
  private var promise: String {
    guard preview.batches.count < 2 else {
      return localized(
        "The rows are imported in \(Format.number(preview.batches.count)) batches. If one of them "
          + "no longer matches this preview, the earlier ones are undone. You can cancel "
          + "meanwhile, which undoes them too.")
    }
    return preview.canBeWritten
      ? localized("All or none of the rows are imported and queued for the next push.")
      : localized("All or none of the valid rows are imported and queued for the next push.")
  }

  private var newColumns: String? {
    plan.newColumns.isEmpty ? nil : plan.newColumns.sorted().joinedAsList()
  }

  private func head(_ column: Column) -> TemplateDictionary {
    var head: TemplateDictionary = [
      "COLUMN": column.name,
      "TYPE": column.typeTitle(referringTo: plan.references.target(of: column.name)),
    ]
    head.show("IS_NEW", if: plan.newColumns.contains(column.name))
    return head
  }

  /// What goes into a column; of one that is shown to nobody the mark that the row would have.
  private func shownValue(
    _ column: String, of change: RowChange, _ applied: ChangeOutcome.Applied?
  ) -> JSONValue? {
    guard writeOnly.contains(column), let value = change.values[column], !value.isNull else {
      return change.values[column]
    }
    return applied?.record?.values[column] ?? .string(ValueMasking.block)
  }

  private func row(
    _ number: Int, _ change: RowChange, _ applied: ChangeOutcome.Applied?
  ) -> TemplateDictionary {
    let isNew = applied?.kind == .insert
    let badge =
      isNew
      ? Badge(.pending, localized("New"))
      : applied?.isUnchanged == true
        ? Badge(.synced, localized("Unchanged")) : Badge(.warn, localized("Changed"))
    var values: TemplateDictionary = [
      "NUMBER": "\(number)", "ID": change.id ?? localized("generated"), "CHIP": badge.look.rawValue,
      "CHIP_WORD": badge.word,
    ]
    values.show("HAS_ID", if: change.id != nil)
    values.show("NO_ID", if: change.id == nil)
    values.add(
      "CELL",
      list: plan.columns.map { column in
        var cell: TemplateDictionary = ["COLUMN": column.name]
        guard let value = shownValue(column.name, of: change, applied) else {
          cell.show("ABSENT")
          return cell
        }
        let old = isNew ? nil : applied?.before[column.name]
        cell.add("VALUE", shown(value, column))
        cell.add("WAS", list: old.map { [shown($0, column)] } ?? [])
        cell.show("NUMERIC", if: column.type == .number)
        return cell
      })
    return values
  }

  private func shown(_ value: JSONValue, _ column: Column) -> TemplateDictionary {
    let name = value.string.flatMap { plan.references.name(of: $0, in: column.name) }
    var shown = (name.map(Cell.plain) ?? Cell(listed: value, column, now: now)).unlinked
      .dictionary()
    if plan.references.isUnmatched(value, in: column.name),
      let target = plan.references.target(of: column.name)
    {
      shown.add("DANGLING", ["TIP": localized("No matching row in \(target)")])
    }
    return shown
  }
}
