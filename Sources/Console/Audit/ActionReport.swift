import ConsoleData
import JSONKit
import Localization
import Support
import SyncCore
import TemplateKit

/// What an action on many rows or operations really changed, kept with its audit entry.
struct ActionReport: Sendable, Equatable {
  /// More problems than this are counted, not named.
  static let problemsMax = 200
  /// The ``thing`` of decisions on the queue and its errors.
  static let operations = "operations"

  struct Problem: Sendable, Equatable {
    var table = ""
    /// Of a row; without a table, of something that is not there.
    var id = ""
    var operation: Int64?
    /// What the row is called; for the page alone.
    var name: String?
    /// The error of the row that was asked for, and that is settled; for the answer alone.
    var error: String?
    var message: String
  }

  /// `rows` or `operations`.
  var thing: String
  /// What was done; nil for an old entry whose words no action has.
  private(set) var code: Code?
  /// The same in English, such as `undeleted`.
  private(set) var done: String
  var asked: Int
  var changed: Int
  var problems: [Problem] = []
  var problemCount = 0
  /// How many match too and came after the page that it was asked from; those were not asked for.
  var newer = 0
  /// The name of the only row that was asked for, in quotes; for the message alone.
  var name: String?
  /// What was done, instead of the sentence with the counts alone; for the message.
  var told: String?
  /// The same of rows that were as wanted already.
  var toldOfUntouched: String?

  /// Those that were as wanted already.
  var untouched: Int { max(0, asked - changed - problemCount) }

  /// A sentence, with the blank behind it, about rows that were as wanted; empty for none.
  static func soAlready(_ count: Int) -> String {
    guard count > 0 else { return "" }
    let number = Format.number(count)
    return localized("\(number) needed no change.") + sentenceSpace
  }

  private var soAlready: String {
    guard untouched > 0, let toldOfUntouched else { return Self.soAlready(untouched) }
    return toldOfUntouched + sentenceSpace
  }

  /// A sentence about rows that were left out.
  static func skipped(_ count: Int) -> String {
    let rowsWere = Format.count(count, "row was", "rows were")
    return localized("\(rowsWere) skipped.")
  }

  init(thing: String, _ code: Code, asked: Int, changed: Int, problems: [Problem]) {
    self.init(
      thing: thing, code, done: code.english, asked: asked, changed: changed, problems: problems)
  }

  private init(
    thing: String, _ code: Code?, done: String, asked: Int, changed: Int, problems: [Problem]
  ) {
    self.thing = thing
    self.code = code
    self.done = done
    self.asked = asked
    self.changed = changed
    self.problems = Array(problems.prefix(Self.problemsMax))
    problemCount = problems.count
  }

  init?(_ json: JSONValue) {
    guard let report = json["report"], let thing = report["thing"]?.string,
      let done = report["done"]?.string
    else { return nil }
    let code = report["code"]?.string.flatMap { Code(rawValue: $0) } ?? Code(english: done)
    self.init(
      thing: thing, code, done: done, asked: report.count("asked"),
      changed: report.count("changed"),
      problems: (report["problems"]?.array ?? []).map { item in
        Problem(
          table: item["table"]?.string ?? "", id: item["id"]?.string ?? "",
          operation: item["operation"]?.integer, message: item["message"]?.string ?? "")
      })
    problemCount = report.count("problemCount")
    newer = report.count("newer")
  }

  var json: JSONValue {
    [
      "report": [
        "thing": .string(thing), "code": JSONValue(code?.rawValue), "done": .string(done),
        "asked": .integer(Int64(asked)),
        "changed": .integer(Int64(changed)), "problemCount": .integer(Int64(problemCount)),
        "newer": .integer(Int64(newer)),
        "problems": .array(
          problems.map { problem in
            [
              "table": .string(problem.table), "id": .string(problem.id),
              "operation": JSONValue(problem.operation),
              "message": .string(problem.message),
            ]
          }),
      ]
    ]
  }

  /// The message after the action; the page of the report says the rest.
  ///
  /// - Parameter pushed: Why a push that was promised was not started.
  func flash(
    next: String, undoEntry: Int64?, _ pushed: FollowUpPush.Outcome = .notAsked
  ) -> Flash {
    if changed == 0, problemCount == 0 {
      return Flash(localized("Nothing to change."), kind: .warn)
    }
    let sentence = (changed > 0 ? told : nil) ?? sentence
    let newer = Self.left(newer: newer).map { " \($0)" } ?? ""
    let steps = [pushed.step].compactMap(\.self)
    guard problemCount > 0 else {
      return Flash(
        sentence, detail: soAlready + next + newer, undoEntry: undoEntry, steps: steps,
        offersPush: true)
    }
    let number = Format.number(problemCount)
    let left =
      problemCount == 1
      ? localized("1 was not changed.") : localized("\(number) were not changed.")
    return Flash(
      sentence, detail: [left + newer, pushed.why].compactMap(\.self).joinedAsSentences(),
      kind: .warn, undoEntry: undoEntry, steps: steps, offersPush: changed > 0)
  }

  /// That those stay which the page did not know yet; nil where there are none.
  static func left(newer: Int) -> String? {
    guard newer > 0 else { return nil }
    let number = Format.number(newer)
    return newer == 1
      ? localized("\(number) more appeared after the page loaded and was not changed.")
      : localized("\(number) more appeared after the page loaded and were not changed.")
  }
}

/// The page of a report.
struct ActionReportPage {
  var facts: StorePageContext
  var entry: AuditEntry
  var report: ActionReport
  var mayUndo: Bool
  /// What its undoing left as it is; nil where that took back all.
  var leftOver: String?

  var title: String { report.sentence }

  var values: TemplateDictionary {
    var values = facts.values
    values.set("SENTENCE", report.sentence)
    values.set("WHO", entry.record.who.actorName)
    values.set("ACTION", entry.record.action)
    values.set("TARGET", entry.record.target)
    values.set("ENTRY", "\(entry.id)")
    values.set("AUDIT_LINK", Links.audit)
    values.set("TRASH_LINK", Links.trash(facts.store))
    values.set("QUEUE_LINK", Links.queue(facts.store))
    if report.thing == ActionReport.operations {
      values.add("ERRORS", ["LINK": Links.errors(facts.store)])
    }
    values.set(time: "AT", entry.at, now: facts.now)
    var figures = [
      (localized("Selected"), report.asked), (localized("Changed"), report.changed),
      (localized("Needed no change"), report.untouched),
      (localized("Not changed"), report.problemCount),
    ]
    if report.newer > 0 {
      figures.append((localized("Appeared after the page loaded, not changed"), report.newer))
    }
    values.add(
      "FIGURE",
      list: figures.filter { $0.1 > 0 }.map { ["NAME": $0.0, "VALUE": Format.number($0.1)] })
    if let undone = entry.undoneAt {
      values.add(
        "UNDONE",
        [
          "HEADLINE": leftOver == nil ? localized("Undone.") : localized("Undone in part."),
          "TEXT": leftOver.map { "\(Format.full(undone)). \(localized(stored: $0))" }
            ?? Format.full(undone),
        ])
    } else if mayUndo, entry.record.undo != nil {
      values.add(
        "UNDO",
        [
          "URL": Links.undo(entry.id), "ID": "\(entry.id)",
          "BACK": Links.report(facts.store, entry.id),
        ])
    }
    guard !report.problems.isEmpty else { return values }
    var table: TemplateDictionary = ["CAPTION": caption]
    table.add("PROBLEM", list: report.problems.map(line))
    values.add("PROBLEMS", table)
    return values
  }

  private var caption: String {
    let (shown, all) = (report.problems.count, Format.number(report.problemCount))
    return report.problems.count < report.problemCount
      ? localized("First \(shown) of \(all) rows not changed") : localized("Rows not changed")
  }

  private func line(_ problem: ActionReport.Problem) -> TemplateDictionary {
    var values: TemplateDictionary = [
      "TABLE": problem.table, "MESSAGE": localized(stored: problem.message),
    ]
    if let operation = problem.operation {
      let link = Links.operation(facts.store, operation)
      values.add("LINKED", ["NAME": localized("Operation \(operation)"), "LINK": link])
    } else if problem.table.isEmpty {
      values.add("PLAIN", ["NAME": problem.id])
    } else {
      let link = Links.row(facts.store, problem.table, problem.id)
      values.add("LINKED", ["NAME": problem.name ?? problem.id, "LINK": link])
    }
    return values
  }
}
