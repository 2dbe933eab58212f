import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// What a push would send, found out by reading only; a long list comes in pages.
struct PreviewPage {
  /// How many operations the form that checks again can name.
  static let operationsMax = 200

  let facts: StorePageContext
  let preview: PushPreview
  let request: PreviewRequest
  /// Those with the text, of all tabs; all of the preview are pushed.
  let found: [PreviewLine]
  /// Those of the tab, and of the reason.
  private let lines: [PreviewLine]
  /// Where in the lines the page is.
  private let range: Range<Int>

  init(facts: StorePageContext, preview: PushPreview, request: PreviewRequest) {
    let request = request.within(preview)
    (self.facts, self.preview, self.request) = (facts, preview, request)
    found = preview.lines.filter { $0.contains(request.text) }
    lines = found.filter { request.lists($0) }
    range = request.range(in: lines)
  }

  private func count(_ expectation: PreviewedOperation.Expectation) -> Int {
    preview.lines.count { $0.expectation == expectation }
  }

  var values: TemplateDictionary {
    var values = facts.values
    let sendable = preview.sendable.count
    values.set("SYNC_LINK", Links.sync(facts.store))
    values.set("PUSH_ACTION", Links.push(facts.store))
    values.set("SUMMARY", summary)
    addCheck(to: &values)
    values.set("PREVIEW_KEY", preview.key)
    values.set("PUSH_WORDS", PushLabel.words(sendable))
    values.show("CAN_PUSH", if: mayPush)
    if let run = preview.run {
      values.add("USED", ["LINK": Links.run(facts.store, run), "RUN": localized("run \(run)")])
    }
    values.set("CLOSE_WORDS", preview.run == nil ? localized("Cancel") : localized("Close"))
    values.set("PREVIEW_ACTION", Links.pushPreview(facts.store))
    values.add("CHECK", list: mayCheckAgain ? [scope] : [])
    if let tabs { values.add("TABS", tabs.add) }
    addBlocked(to: &values)
    values.add("OPERATION", list: lines[range].map(line))
    values.show("EMPTY", if: preview.lines.isEmpty)
    values.show("LISTED", if: !preview.lines.isEmpty)
    if !preview.lines.isEmpty { filter.addTools(to: &values, shown: lines.count) }
    values.set("CAPTION", caption)
    let count = Format.number(lines.count)
    values.set(
      "POSITION", pager.position(of: count) { localized("Operations \($0)–\($1) of \($2)") })
    pager.add(to: &values)
    return values
  }

  private var pager: ListPager {
    let (first, last) = (lines[range].first, lines[range].last)
    return request.pager(
      path, shown: range.count, previous: range.lowerBound > 0 ? first.map { "\($0.id)" } : nil,
      next: range.upperBound < lines.count ? last.map { "\($0.id)" } : nil)
  }

  var path: String { Links.pushPreview(facts.store, preview.key) }

  /// What was not checked is checked first.
  private var mayPush: Bool {
    facts.mayChange && preview.run == nil && !preview.sendable.isEmpty && preview.failure == nil
  }

  /// When the server was asked, or that it could not be.
  private func addCheck(to values: inout TemplateDictionary) {
    if let failure = preview.failure {
      values.add(
        "UNCHECKED",
        .uncheckedPreview(
          localized(stored: failure),
          localized("Expected results are unknown. Nothing was sent or changed.")))
    } else if preview.sendable.isEmpty {
      values.show("UNASKED", if: !preview.lines.isEmpty)
    } else {
      values.show("CHECKED")
      values.set(time: "AT", preview.at, now: facts.now)
    }
  }

  private var caption: String {
    request.reason.map { Self.headline($0, lines.count) }
      ?? localized("Expected result of each operation, problems first")
  }

  /// One tab for each outcome; nil where there is only one.
  private var tabs: PageTabs? {
    let outcomes = Self.tabs.filter { count($0) > 0 }
    guard outcomes.count > 1 else { return nil }
    return PageTabs(
      name: localized("Expected result"), tabs: [tab(nil)] + outcomes.map { tab($0) })
  }

  private func tab(_ expectation: PreviewedOperation.Expectation?) -> PageTabs.Tab {
    .init(
      label: expectation.map(Self.label) ?? localized("All"),
      link: Links.with(path, request.items(of: expectation)),
      count: found.count { expectation == nil || $0.expectation == expectation },
      isCurrent: expectation == request.expectation)
  }

  private var filter: ListFilter {
    ListFilter(
      searching: localized("Push preview"), path, request.untexted, for: request.text,
      localized("Search rows and reasons"))
  }

  /// What is sent, by kind; what is expected of it, with the counts of the tabs; what is not sent.
  private var summary: String {
    guard !preview.lines.isEmpty else { return "" }
    var parts = [toSend]
    let outcomes = Self.tabs.filter { $0 != .notSent }.compactMap { expectation in
      let count = count(expectation)
      return count > 0 ? Self.outcome(expectation, count) : nil
    }
    if preview.failure == nil, !outcomes.isEmpty {
      let list = outcomes.joinedAsList()
      parts.append(localized("Expected: \(list)."))
    }
    let left = count(.notSent)
    if left > 0 {
      let count = Format.number(left)
      parts.append(
        left == preview.lines.count
          ? localized("\(count) not sent.") : localized("\(count) not sent, listed last."))
    }
    return parts.joinedAsSentences()
  }

  private var toSend: String {
    let sendable = preview.sendable
    guard !sendable.isEmpty else { return localized("Nothing to send.") }
    let kinds = OperationKind.allCases.compactMap { kind in
      let count = sendable.count { $0.kind == kind }
      return count > 0 ? kind.counted(count) : nil
    }
    let count = Format.number(sendable.count)
    let (all, bytes) = (kinds.joinedAsList(), sendable.reduce(0) { $0 + $1.size })
    guard bytes > 0 else { return localized("\(count) to send: \(all).") }
    return localized("\(count) to send, about \(Format.bytes(bytes)): \(all).")
  }

  private static func outcome(
    _ expectation: PreviewedOperation.Expectation, _ operations: Int
  ) -> String? {
    let count = Format.number(operations)
    return switch expectation {
    case .notSent: nil
    case .accepted: localized("\(count) accepted")
    case .alreadyDone: localized("\(count) already done")
    case .conflict: Format.count(operations, "conflict")
    case .missing: localized("\(count) not on the server")
    case .rejectedBefore: localized("\(count) rejected last time, likely again")
    case .unknown: localized("\(count) unknown")
    }
  }

  private func line(_ operation: PreviewLine) -> TemplateDictionary {
    var values: TemplateDictionary = [
      "LINK": Links.operation(facts.store, operation.id),
      "TITLE": "\(operation.kind.title) \(operation.id)", "TABLE": operation.table,
      "ROW_LINK": Links.row(facts.store, operation.table, operation.itemID),
      "METHOD": operation.method, "SIZE": Format.bytes(operation.size),
      "BECAUSE": operation.sentence, "NAME": operation.name,
      "ROW_CLASS": Self.rule(operation.expectation),
    ]
    if let badge = Self.badge(operation.expectation, lastStatus: operation.lastStatus) {
      values.add("CHIPPED", ["CHIP_LOOK": badge.look.rawValue, "EXPECTED": badge.word])
    } else {
      values.show("USUAL")
    }
    return values
  }

  /// The mark of a line that a person should look at; empty for others.
  private static func rule(_ expectation: PreviewedOperation.Expectation) -> String {
    switch expectation {
    case .conflict: ErrorKind.conflict.rule
    case .missing, .rejectedBefore: ErrorKind.failed.rule
    case .accepted, .alreadyDone, .notSent, .unknown: ""
    }
  }

  private static func badge(
    _ expectation: PreviewedOperation.Expectation, lastStatus: Int? = nil
  ) -> Badge? {
    switch expectation {
    case .accepted: nil
    case .alreadyDone: Badge(.skipped, localized("Already done"))
    case .conflict: Badge(.conflict, localized("Conflict"))
    case .missing: Badge(.failed, localized("Not on the server"))
    case .rejectedBefore:
      Badge(
        .failed,
        lastStatus.map { status in localized("Rejected last time (\(status)), likely again") }
          ?? localized("Rejected last time, likely again"))
    case .notSent: Badge(.blocked, localized("Not sent"))
    case .unknown: Badge(.warn, localized("Unknown"))
    }
  }
}

extension PreviewLine {
  var sentence: String { blocked?.sentence ?? localized(stored: evidence) }

  var json: JSONValue {
    [
      "id": .integer(id), "table": .string(table), "itemId": .string(itemID),
      "kind": .string(kind.name), "expected": .string(expectation.rawValue),
      "reason": JSONValue(blocked?.code.rawValue), "evidence": .string(sentence),
      "method": .string(method), "bytes": .integer(Int64(size)),
      "fingerprint": .string(fingerprint), "lastStatus": JSONValue(lastStatus.map(Int64.init)),
    ]
  }
}

extension PushPreview {
  var blockedJSON: JSONValue {
    var counts = JSONObject()
    for (reason, count) in lines.blockedCounts { counts[reason.rawValue] = .integer(Int64(count)) }
    return .object(counts)
  }
}

extension PreviewedOperation {
  var json: JSONValue {
    [
      "id": .integer(operationID), "table": .string(table), "itemId": .string(itemID),
      "kind": .string(kind.name), "expected": .string(expectation.rawValue),
      "reason": JSONValue(blocked?.code.rawValue),
      "evidence": .string(blocked?.sentence ?? evidence), "request": request.json,
      "server": JSONValue(server),
      "fingerprint": .string(fingerprint), "lastStatus": JSONValue(lastStatus.map(Int64.init)),
    ]
  }
}

extension RequestDescription {
  /// The request as it would be sent, with secrets masked by the remote.
  var json: JSONValue {
    [
      "method": .string(method), "url": .string(url),
      "headers": .array(headers.map { .array($0.map { .string($0) }) }), "body": JSONValue(body),
    ]
  }
}
