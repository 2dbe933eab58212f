import Support
import SyncCore
import TemplateKit

/// Invalid and skipped values.
extension ImportPreviewPage {
  var mistakes: TemplateDictionary {
    let count = plan.mistakes.count
    let words =
      plan.hasManyMistakes ? "more than \(Format.number(count - 1))" : Format.number(count)
    var part: TemplateDictionary = [
      "SENTENCE": "\(words.capitalizedWord) invalid \(count == 1 ? "value" : "values").",
      "ADVICE": advice,
    ]
    part.add("DOWNLOAD", list: preview.canSkipInvalid ? [download] : [])
    part.show("EDIT", if: !preview.canSkipInvalid)
    return part
  }

  /// What to do about invalid values.
  private var advice: String {
    let it = plan.mistakes.count == 1 ? "it" : "them"
    let isCorrectable = plan.mistakes.contains { $0.value != nil }
    guard preview.canSkipInvalid else {
      if plan.mistakes.allSatisfy(\.isOfRow) {
        return "Nothing was imported. "
          + (isCorrectable ? "Correct \(it) below." : "Go back to correct \(it).")
      }
      return "Nothing was imported. Choose other columns below, or go back to correct \(it)."
    }
    let valid = Format.count(preview.validCount ?? 0, "valid row")
    let (others, reasons, those) =
      preview.invalidCount == 1
      ? ("other one", "reason", "it")
      : ("other \(Format.number(preview.invalidCount))", "reasons", "them")
    return (isCorrectable ? "Correct \(it) below, or import" : "Import")
      + " the \(valid) now and download the \(others) with the \(reasons) to import \(those) later."
  }

  /// The link to the rows that are skipped, with the reasons.
  private var download: TemplateDictionary {
    let rows = Set(preview.invalid.map(\.number)).count
    return [
      "LINK": Links.invalidRows(store, table, draft),
      "LABEL": "Download \(Format.count(rows, "invalid row"))",
    ]
  }

  var leftOut: TemplateDictionary {
    let rows = Set(preview.leftOut.map(\.number)).count
    var part = listed(preview.leftOut, "Skipped rows")
    part.set("SENTENCE", "\(Format.count(rows, "row")) skipped.")
    part.add("DOWNLOAD", list: preview.canBeWritten ? [download] : [])
    return part
  }

  /// Invalid values, to be corrected here.
  var invalid: TemplateDictionary {
    var part = listed(plan.mistakes, "Invalid values")
    part.set("ACTION", Links.importColumns(store, table, draft))
    part.set("SEEN", "\(preview.look)")
    part.show(
      "CAN_CORRECT",
      if: plan.mistakes.prefix(ImportPlan.listedMax).contains { $0.value != nil })
    return part
  }

  private func listed(_ mistakes: [ImportPlan.Mistake], _ caption: String) -> TemplateDictionary {
    let shown = mistakes.prefix(ImportPlan.listedMax)
    let isPart = shown.count < mistakes.count
    var part: TemplateDictionary = [
      "CAPTION": isPart ? "\(caption), the first \(Format.number(shown.count))" : caption
    ]
    part.add("MISTAKE", list: shown.enumerated().map { line($0.element, $0.offset) })
    return part
  }

  private func line(_ mistake: ImportPlan.Mistake, _ index: Int) -> TemplateDictionary {
    var line: TemplateDictionary = ["NUMBER": "\(mistake.number)", "TEXT": mistake.sentence]
    line.set("IN_COLUMN", ifAny: mistake.column)
    if let value = mistake.value, let column = mistake.column,
      !writeOnly.contains(plan.column(for: column)?.name ?? column)
    {
      let place = preview.format?.place.lowercased() ?? "line"
      line.add(
        "INPUT",
        [
          "FIELD": "\(ImportCorrections.fieldPrefix)\(mistake.number).\(column)", "VALUE": value,
          "LABEL": "\(column) in \(place) \(mistake.number)",
          "REASON_ID": "mistake-\(index)",
        ])
    }
    return line
  }
}
