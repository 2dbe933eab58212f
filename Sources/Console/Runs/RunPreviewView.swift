import Localization
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
    guard outcome.leftOut > 0 else { return asSaid }
    let operations = Format.count(outcome.leftOut, "operation")
    let rest =
      outcome.leftOut == 1
      ? localized("\(operations) not in the preview stays in the queue.")
      : localized("\(operations) not in the preview stay in the queue.")
    return [asSaid, rest].joinedAsSentences()
  }

  private var asSaid: String {
    let all = Format.number(outcome.previewed)
    guard outcome.differing > 0 else {
      switch outcome.previewed {
      case 1: return localized("It matched the preview.")
      case 2: return localized("Both matched the preview.")
      default: return localized("All \(all) matched the preview.")
      }
    }
    let matching = Format.number(outcome.previewed - outcome.differing)
    let differing = Format.number(outcome.differing)
    let sentence = localized("\(matching) of \(all) matched the preview, \(differing) did not.")
    let count = outcome.differences.count
    return count < outcome.differing
      ? "\(sentence) \(localized("The first \(count) are shown."))" : sentence
  }

  private func line(_ difference: PreviewOutcome.Difference) -> TemplateDictionary {
    var values: TemplateDictionary = [
      "EXPECTED": PreviewWords.shown(difference.expected),
      "HAPPENED": PreviewWords.shown(difference.happened),
    ]
    if let id = difference.operationID {
      values.set("WHAT", localized("Operation \(id)"))
      // A program may send no more of a preview than it has to.
      if !difference.itemID.isEmpty {
        values.add(
          "WHERE",
          [
            "TEXT": localized("\(difference.itemID) in \(difference.table)"),
            "LINK": Links.row(store, difference.table, difference.itemID),
          ])
      }
    } else {
      values.set("WHAT", difference.table)
      values.add(
        "WHERE",
        [
          "TEXT": localized("query \(difference.itemID)"),
          "LINK": Links.rows(store, difference.table),
        ])
    }
    return values
  }
}

/// What a report keeps, in English, of the differences from a preview, in the language of the page.
private enum PreviewWords {
  /// - Parameter kept: Figures and unknown words are shown as they are kept.
  static func shown(_ kept: String) -> String {
    switch kept {
    case "will insert": localized("will insert")
    case "will update": localized("will update")
    case "will delete": localized("will delete")
    case "will undelete": localized("will undelete")
    case "will be done": localized("will be done")
    case "done already": localized("done already")
    case "would conflict": localized("would conflict")
    case "not on the server": localized("not on the server")
    case "rejected last time, likely again": localized("rejected last time, likely again")
    case "will not be sent": localized("will not be sent")
    case "unknown": localized("unknown")
    case "pushed before the pull": localized("pushed before the pull")
    case "not in the preview": localized("not in the preview")
    case "no changes": localized("no changes")
    case "accepted by the server": localized("accepted by the server")
    case "conflict": localized("conflict")
    case "rejected by the server": localized("rejected by the server")
    case "outcome unknown": localized("outcome unknown")
    case "not sent: changed after the preview": localized("not sent: changed after the preview")
    case "not sent, still in the queue": localized("not sent, still in the queue")
    case "not sent, still queued": localized("not sent, still queued")
    case "not sent: left the queue earlier": localized("not sent: left the queue earlier")
    case "not pulled": localized("not pulled")
    default: kept
    }
  }
}
