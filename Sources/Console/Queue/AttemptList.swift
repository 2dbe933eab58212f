import JSONKit
import Localization
import Support
import SyncCore
import TemplateKit

/// What the server answered each time that an operation was sent, for `Queue/_attempts.tpl`.
struct AttemptList {
  /// Oldest first.
  var attempts: [AttemptInfo]
  var now: Timestamp

  func add(to values: inout TemplateDictionary) {
    values.add("ATTEMPT", list: attempts.reversed().map(attempt))
  }

  private func attempt(_ attempt: AttemptInfo) -> TemplateDictionary {
    let (result, word): (String, String) =
      switch attempt.outcome {
      case "accepted": ("ok", localized("Accepted"))
      case "conflict", "exists": ("no", localized("Conflict"))
      case "refused": ("no", localized("Rejected"))
      case "unknown", "failed": ("warn", localized("Outcome unknown"))
      case "missing": ("no", localized("Row not found on the server"))
      case "unreachable": ("warn", localized("Not sent: connection failed"))
      case "elsewhere": ("no", localized("Redirected to another address"))
      default: ("warn", attempt.outcome.capitalizedWord)
      }
    let outcome = [word, attempt.status.map { "HTTP \($0)" }].compactMap(\.self).joinedAsList()
    let number = attempt.wasSent ? "\(attempt.number). " : ""
    var values: TemplateDictionary = [
      "RESULT": result, "HEADLINE": number + outcome,
      "TOOK": Format.duration(milliseconds: Int64(attempt.durationMilliseconds)),
    ]
    values.set(time: "AT", attempt.startedAt, now: now)
    if let message = attempt.message { values.add("REMARK", ["TEXT": localized(stored: message)]) }
    if attempt.body?.isEmpty == false || !attempt.headers.isEmpty {
      var answer = TemplateDictionary()
      answer.add("HEADER", list: Self.lines(attempt.headers))
      if let body = attempt.body, !body.isEmpty {
        answer.add("BODY", ["TEXT": Self.readable(body)])
        if attempt.isBodyCut { answer.add("CUT", ["TEXT": Self.cut(attempt, body)]) }
      }
      values.add("ANSWER", answer)
    }
    return values
  }

  static func lines(_ headers: [[String]]) -> [TemplateDictionary] {
    headers.compactMap { pair in
      pair.count == 2 ? ["NAME": pair[0], "VALUE": pair[1]] : nil
    }
  }

  /// Indented when it is JSON.
  static func readable(_ body: String) -> String {
    (try? JSONValue(parsing: Array(body.utf8)))?.pretty ?? body
  }

  /// Such as: only the first 16 kB of 300 kB of the body are kept.
  private static func cut(_ attempt: AttemptInfo, _ body: String) -> String {
    let all = attempt.toldBodyBytes.flatMap { $0 > body.utf8.count ? $0 : nil }
    let kept = Format.bytes(body.utf8.count)
    guard let all else { return localized("Truncated: first \(kept) of the body.") }
    return localized("Truncated: first \(kept) of \(Format.bytes(all)) of the body.")
  }
}
