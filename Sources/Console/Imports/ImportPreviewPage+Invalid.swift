import Localization
import Support
import SyncCore
import TemplateKit

/// Invalid and skipped values.
extension ImportPreviewPage {
  var mistakes: TemplateDictionary {
    let count = plan.mistakes.count
    var part: TemplateDictionary = [
      "SENTENCE": plan.hasManyMistakes
        ? localized("More than \(Format.number(count - 1)) invalid values.") : counts,
      "ADVICE": advice,
    ]
    part.add("DOWNLOAD", list: preview.canSkipInvalid ? [download] : [])
    part.show("EDIT", if: !preview.canSkipInvalid)
    return part
  }

  /// How many values are invalid, and how many rows don't have the fields of the columns.
  private var counts: String {
    let lines = plan.mistakes.count { $0.line != nil }
    let values = plan.mistakes.count - lines
    let rows = Format.count(lines, "row")
    return [
      values == 0 ? nil : Format.count(values, "invalid value"),
      lines == 0 ? nil : localized("\(rows) with the wrong number of fields"),
    ].compactMap(\.self).joinedAsSentence()
  }

  /// What to do about invalid values.
  private var advice: String {
    let isOne = plan.mistakes.count == 1
    let isCorrectable = plan.mistakes.contains { $0.value != nil }
    guard !preview.canSkipInvalid else {
      return isCorrectable ? correctOrSkip(isOne) : importTheOthers
    }
    let next =
      switch (plan.mistakes.allSatisfy(\.isOfRow), isCorrectable) {
      case (true, true): isOne ? localized("Correct it below.") : localized("Correct them below.")
      case (true, false):
        isOne ? localized("Go back to correct it.") : localized("Go back to correct them.")
      case (false, _):
        isOne
          ? localized("Choose other columns, or go back to correct it.")
          : localized("Choose other columns, or go back to correct them.")
      }
    return "\(localized("Nothing was imported.")) \(next)"
  }

  private var validRows: String { Format.count(preview.validCount ?? 0, "valid row") }

  /// - Parameter isOne: One value is invalid.
  private func correctOrSkip(_ isOne: Bool) -> String {
    guard preview.invalidCount == 1 else {
      let others = Format.number(preview.invalidCount)
      return localized(
        "Correct them below, or import the \(validRows) now and download the other \(others) with "
          + "the reasons to import them later.")
    }
    return isOne
      ? localized(
        "Correct it below, or import the \(validRows) now and download the other one with the "
          + "reason to import it later.")
      : localized(
        "Correct them below, or import the \(validRows) now and download the other one with the "
          + "reason to import it later.")
  }

  private var importTheOthers: String {
    let others = Format.number(preview.invalidCount)
    return preview.invalidCount == 1
      ? localized(
        "Import the \(validRows) now and download the other one with the reason to import it later."
      )
      : localized(
        "Import the \(validRows) now and download the other \(others) with the reasons to import "
          + "them later.")
  }

  /// The link to the rows that are skipped, with the reasons.
  private var download: TemplateDictionary {
    let rows = Format.count(Set(preview.invalid.map(\.number)).count, "invalid row")
    return [
      "LINK": Links.invalidRows(store, table, draft), "LABEL": localized("Download \(rows)"),
    ]
  }

  var leftOut: TemplateDictionary {
    let rows = Format.count(Set(preview.leftOut.map(\.number)).count, "row")
    var part = listed(preview.leftOut, localized("Skipped rows"))
    part.set("SENTENCE", localized("\(rows) skipped."))
    part.add("DOWNLOAD", list: preview.canBeWritten ? [download] : [])
    return part
  }

  /// Invalid values, to be corrected here.
  var invalid: TemplateDictionary {
    var part = listed(plan.mistakes, localized("Invalid values"))
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
    let extent = localized("the first \(Format.number(shown.count))")
    var part: TemplateDictionary = ["CAPTION": isPart ? "\(caption), \(extent)" : caption]
    part.add("MISTAKE", list: shown.enumerated().map { line($0.element, $0.offset) })
    return part
  }

  private func line(_ mistake: ImportPlan.Mistake, _ index: Int) -> TemplateDictionary {
    var line: TemplateDictionary = ["NUMBER": "\(mistake.number)", "TEXT": mistake.sentence]
    line.set("IN_COLUMN", ifAny: mistake.column)
    // A column that the server never returns may be in it.
    line.set("WHOLE_LINE", ifAny: writeOnly.isEmpty ? mistake.line : nil)
    if let value = mistake.value, let column = mistake.column,
      !writeOnly.contains(plan.column(for: column)?.name ?? column)
    {
      let number = mistake.number
      line.add(
        "INPUT",
        [
          "FIELD": "\(ImportCorrections.fieldPrefix)\(mistake.number).\(column)", "VALUE": value,
          "LABEL": preview.format == .json
            ? localized("\(column) in item \(number)") : localized("\(column) in line \(number)"),
          "REASON_ID": "mistake-\(index)",
        ])
    }
    return line
  }
}
