import TemplateKit

/// Where a run differed from its preview, for the report of the run.
struct RunPreviewView {
  let store: String
  let outcome: PreviewOutcome

  var values: TemplateDictionary {
    var values: TemplateDictionary = ["SENTENCE": sentence]
    guard !outcome.differences.isEmpty else { return values }
    var table = TemplateDictionary()
    table.add("DIFFERENCE", list: outcome.differences.map(line))
    values.add("DIFFERENCES", table)
    return values
  }

  private var sentence: String {
    outcome.leftOut == 0
      ? asSaid
      : "\(asSaid) \(Format.count(outcome.leftOut, "operation")) not in the preview "
        + "\(outcome.leftOut == 1 ? "stays" : "stay") in the queue."
  }

  private var asSaid: String {
    let all = Format.number(outcome.previewed)
    guard outcome.differing > 0 else {
      return outcome.previewed == 1
        ? "It matched the preview." : "All \(all) matched the preview."
    }
    let shown =
      outcome.differences.count < outcome.differing
      ? " The first \(outcome.differences.count) are shown." : ""
    return "\(Format.number(outcome.previewed - outcome.differing)) of \(all) matched the "
      + "preview, \(Format.number(outcome.differing)) did not.\(shown)"
  }

  private func line(_ difference: PreviewOutcome.Difference) -> TemplateDictionary {
    var values: TemplateDictionary = [
      "EXPECTED": difference.expected, "HAPPENED": difference.happened,
    ]
    if let id = difference.operationID {
      values.set("WHAT", "Operation \(id)")
      // A program may send no more of a preview than it has to.
      if !difference.itemID.isEmpty {
        values.add(
          "WHERE",
          [
            "TEXT": "\(difference.itemID) in \(difference.table)",
            "LINK": Links.row(store, difference.table, difference.itemID),
          ])
      }
    } else {
      values.set("WHAT", difference.table)
      values.add(
        "WHERE",
        ["TEXT": "query \(difference.itemID)", "LINK": Links.rows(store, difference.table)])
    }
    return values
  }
}
