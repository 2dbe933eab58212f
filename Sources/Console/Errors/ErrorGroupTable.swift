import HTTPKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// Errors by cause, each with one remedy for all of it, for `Errors/errors.tpl`.
struct ErrorGroupTable {
  var store: String
  var now: Timestamp
  var mayChange: Bool
  var mayAssign: Bool
  var mayAddRules: Bool
  /// False offline, where nothing can be pushed.
  var isOnline: Bool
  /// The newest operation when they were counted.
  var newest: Int64
  /// The query of the list that a remedy leads back to.
  var back: String
  var request: ErrorRequest
  var assignments: Assignments
  /// The assigned errors by cause.
  var assigned: [ErrorGroup.Key: [Int64]]

  /// The head of a cause, for `GROUP`.
  ///
  /// - Parameter shown: How many of its errors are listed below it.
  func group(_ group: ErrorGroup, place: Int, shown: Int) -> TemplateDictionary {
    let count = Format.number(group.count)
    let list = Links.with(Links.errors(store), ErrorRequest(group, in: request).items())
    let changes =
      group.kind == .conflict
      ? Format.count(group.count, "conflict") : Format.count(group.count, "change")
    var facts = [group.table]
    if group.kind != .conflict { facts.append(Format.answer(status: group.status)) }
    facts += [changes, localized("first seen \(Format.time(group.firstAt, now: now))")]
    facts.append(group.kind.advice)
    let operations = assigned[ErrorGroup.Key(group)] ?? []
    if let summary = assignments.summary(of: operations) { facts.append(summary) }
    var values: TemplateDictionary = [
      "ROW_CLASS": group.kind.rule, "CAUSE": group.headline,
      "FACTS": facts.joined(separator: " · "),
      "FORM": "cause-\(place)",
    ]
    values.set(state: Badge(group.kind))
    if group.kind != .failed {
      let one = Links.error(store, group.exampleID)
      values.add(
        "LOOK",
        [
          "LINK": group.kind == .conflict || group.count == 1 ? one : list,
          "LABEL": localized("Review \(count)"),
        ])
    }
    if group.kind == .conflict, mayAddRules {
      let rules = Links.conflictRules(store, group.table)
      values.add("RULE", ["LINK": "\(rules)#new", "TABLE": group.table])
    }
    if let remedy = remedy(group) {
      values.add("REMEDY", ["LABEL": remedy.label, "CHOICE": remedy.choice])
    }
    if isAssignable(group) {
      let others = Format.number(group.count - mine(group))
      values.add(
        "TO_ME",
        [
          "LABEL": localized("Assign \(others) to me"), "CHOICE": AssignmentHandlers.choiceToMe,
          "ACTION": Links.errorsBulk(store),
        ])
    }
    if group.count > shown {
      values.add("EVERY", ["LINK": list, "LABEL": localized("View all \(count)")])
    }
    return values
  }

  /// The form that the remedy's button sends, for `GROUP_FORM`; nil where there is none.
  func form(_ group: ErrorGroup, place: Int) -> TemplateDictionary? {
    let remedy = remedy(group)
    guard remedy != nil || isAssignable(group) else { return nil }
    return [
      "FORM": "cause-\(place)", "ACTION": remedy?.action ?? Links.errorsBulk(store),
      "QUERY": ErrorRequest(group, in: request).filter.encoded, "EXPECT": "\(group.count)",
      "UNTIL": group.lastAt.description, "UP_TO": "\(newest)", "BACK_QUERY": back,
    ]
  }

  /// True where the reader is a user who does not have all of its errors yet.
  private func isAssignable(_ group: ErrorGroup) -> Bool {
    mayAssign && assignments.user != nil && mine(group) < group.count
  }

  /// How many of its errors the reader has.
  private func mine(_ group: ErrorGroup) -> Int {
    guard let user = assignments.user else { return 0 }
    return (assigned[ErrorGroup.Key(group)] ?? []).count { assignments.assignee(of: $0) === user }
  }

  /// What can be done for all of a cause; a conflict that is sent again only meets the same answer.
  private func remedy(_ group: ErrorGroup) -> (label: String, choice: String, action: String)? {
    guard mayChange else { return nil }
    let count = Format.number(group.count)
    switch group.kind {
    case .conflict: return nil
    case .failed:
      return isOnline
        ? (
          localized("Retry and push \(count)"), "retry" + FollowUpPush.ending,
          Links.errorsBulk(store)
        )
        : (localized("Retry \(count)"), "retry", Links.errorsBulk(store))
    // Of these the next push finds out by itself.
    case .unknown: return isOnline ? (PushLabel.words(group.count), "", Links.push(store)) : nil
    }
  }
}

extension ErrorKind {
  /// What to know of the changes before something is done.
  fileprivate var advice: String {
    switch self {
    case .conflict: localized("your changes are kept")
    case .failed: localized("likely to be rejected again unless something changes")
    case .unknown: localized("may or may not be on the server; the next push checks")
    }
  }
}

extension ErrorGroup {
  /// What tells causes apart.
  struct Key: Hashable {
    @UTF8Key var table: String
    @UTF8Key var cause: String
    var kind: ErrorKind
    var status: Int

    init(_ group: ErrorGroup) {
      kind = group.kind
      status = group.status
      table = group.table
      cause = group.cause
    }

    init(_ error: ErrorWithCause) {
      kind = error.kind
      status = error.status
      table = error.table
      cause = error.cause
    }

    init(_ error: OperationError, cause: String) {
      kind = error.state
      status = error.status
      table = error.table
      self.cause = cause
    }
  }
}

extension ErrorGroup {
  /// What happened, in plain words.
  var headline: String {
    switch kind {
    case .failed:
      return cause.isEmpty
        ? localized("The server rejected the change") : localized(stored: cause).withFewGaps
    case .unknown:
      // What happens next is said once, on the page of each.
      let end = cause.firstRange(of: OperationError.keptHere)?.lowerBound ?? cause.endIndex
      return localized(stored: String(cause[..<end])).withFewGaps
    case .conflict: break
    }
    // An insert or a delete among them says so itself.
    return ConflictDescription(kind: .update, isDeletedThere: isDeletedThere).text
  }

  /// True for conflicts with a tombstone: this store itself names their cause.
  var isDeletedThere: Bool { kind == .conflict && cause.contains(OperationError.deletedSince) }
}

extension String {
  /// A cause whose left out words are one gap where nothing but marks stands between them, as in an
  /// address.
  var withFewGaps: String { replacing(/…(?:[.:\/,-]*…)+/, with: "…") }
}
