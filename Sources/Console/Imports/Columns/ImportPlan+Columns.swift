import Localization
import Support
import TemplateKit

/// What people have to know of the columns before they import.
extension ImportPlan {
  /// True when somebody has to decide what becomes of a column.
  var hasOpenColumns: Bool {
    hasNoMatch || !unknownColumns.isEmpty || mistakes.contains { !$0.isOfRow }
  }

  /// True when no column of the file has a place in the table.
  var hasNoMatch: Bool { !fileColumns.isEmpty && sources.isEmpty && newColumns.isEmpty }

  /// Says which columns are not imported and which references would be broken, for `IGNORED` of the
  /// templates.
  func ignored(_ table: String) -> [TemplateDictionary] {
    var lines: [TemplateDictionary] = []
    if !unknownColumns.isEmpty {
      let names = unknownColumns.joinedAsList()
      var line: TemplateDictionary = [
        "TEXT": unknownColumns.count == 1
          ? localized(
            "\(table) has no column \(names), so it is ignored. To import it, choose a column for "
              + "it.")
          : localized(
            "\(table) has no column \(names), so they are ignored. To import them, choose columns "
              + "for them.")
      ]
      line.show("OPEN")
      lines.append(line)
    }
    if !emptyColumns.isEmpty {
      let names = emptyColumns.joinedAsList()
      lines.append([
        "TEXT": emptyColumns.count == 1
          ? localized("\(names): no values, so it is not added.")
          : localized("\(names): no values, so they are not added.")
      ])
    }
    if !systemColumns.isEmpty {
      let names = systemColumns.joinedAsList()
      lines.append(["TEXT": localized("\(names): set by the server, so ignored.")])
    }
    lines += references.sentences.map { ["TEXT": $0] }
    return lines
  }
}

extension ImportPreview {
  /// Where the rows come from: `site-plan.csv, CSV, 50 rows`.
  ///
  /// - Parameter name: The file's; empty for what was pasted.
  func source(_ name: String) -> String {
    [
      name.isEmpty ? localized("pasted") : name, format?.title ?? "",
      Format.count(rowCount, "row"),
    ].joinedAsList()
  }
}

extension ImportDraft {
  /// Where the import goes on: at its columns while one of them has no place, else at its review.
  var nextStep: String {
    guard case .ready(let preview) = stage, preview.plan.hasOpenColumns else {
      return Links.importDraft(store, table, id)
    }
    return Links.importColumns(store, table, id)
  }
}
