import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// One operation: what it will do, its request, its attempts, and why it is where it is.
struct OperationView {
  var facts: StorePageContext
  var detail: OperationDetail
  var columns: [Column]
  var error: OperationError?
  /// The checks of its row.
  var why: [DiagnosisCheck]
  var maySync: Bool
  var list = ListOrigin()

  private var info: OperationInfo { detail.info }
  private var store: String { facts.store }

  var values: TemplateDictionary {
    var values = facts.values
    values.set("OPERATION_NAME", info.title)
    values.set("ID", "\(info.id)")
    values.set(badge: "CHIP", Badge(info.state))
    values.set("QUEUE_LINK", list.list(Links.queue(store)))
    values.set("ROW_LINK", Links.row(store, info.table, info.itemID))
    values.set("NAME", name)
    values.set("TABLE", info.table)
    values.set("TABLE_LINK", Links.rows(store, info.table))
    values.set(time: "QUEUED", info.queuedAt, now: facts.now)
    values.set("WILL_DO", willDo)
    values.set("WHY_TITLE", localized("Why is it not sent?"))
    addButtons(to: &values)
    addError(to: &values)
    addCopies(to: &values)
    values.add("REQUEST", request)
    values.add(
      "CHECK",
      list: DiagnosisView(
        store: store, checks: why, isWaiting: info.state == .pending, maySync: maySync,
        mayRetry: facts.mayChange
      ).lines)
    if let collapsed = CollapsedChanges(detail: detail, columns: columns, now: facts.now).values {
      values.add("STORY", collapsed)
    }
    if !detail.blockedBy.isEmpty {
      var blocked = TemplateDictionary()
      blocked.add(
        "BLOCKER",
        list: detail.blockedBy.map { ["LINK": Links.operation(store, $0), "ID": "\($0)"] })
      values.add("BLOCKED", blocked)
    }
    values.set("ATTEMPTS_NOTE", attemptsNote)
    AttemptList(attempts: detail.attempts, now: facts.now).add(to: &values)
    return values
  }

  /// The row's name for people, from whichever copy there is.
  private var name: String {
    guard let record = detail.local ?? detail.item ?? detail.base ?? detail.server else {
      return info.itemID
    }
    return RowTitle(columns: columns).title(record)
  }

  private var willDo: String {
    let (id, table) = (info.itemID, info.table)
    switch info.kind {
    case .insert:
      return localized("Inserts row \(id) of \(table) on the server with the values below.")
    case .update:
      let names = detail.changed.names
      guard !names.isEmpty else { return localized("Updates row \(id) of \(table) on the server.") }
      let (columns, list) = (Format.count(names.count, "column"), names.joinedAsList())
      return localized("Updates \(columns) of row \(id) of \(table) on the server: \(list).")
    case .delete: return localized("Deletes row \(id) of \(table) on the server.")
    case .undelete: return localized("Undeletes row \(id) of \(table) on the server.")
    }
  }

  private func addButtons(to values: inout TemplateDictionary) {
    // What is under way has an outcome first.
    if info.state != .sending {
      values.add(
        "CANCEL",
        ["LINK": list.on(Links.confirmation(Links.operation(store, info.id), "cancel"))])
    }
    switch info.state {
    case .failed, .conflict:
      // The same request is likely to conflict again.
      values.add(
        info.state == .conflict ? "RETRY_CONFLICT" : "RETRY",
        [
          "ACTION": list.on(Links.operation(store, info.id, action: "retry")),
          "CHOICE": maySync ? "retry" + FollowUpPush.ending : "retry",
          "LABEL": maySync ? localized("Retry and push") : localized("Retry"),
        ])
    case .pending, .unknown:
      var push: TemplateDictionary = ["ACTION": Links.push(store)]
      push.show("IS_REMEDY", if: error == nil)
      values.add("PUSH", push)
    case .sending, .blocked: break
    }
  }

  private func addError(to values: inout TemplateDictionary) {
    guard let error else { return }
    values.add(
      "ERROR",
      [
        "HEADLINE": error.isOutcomeUnknown ? OperationError.unknownHeadline : error.headline,
        "TEXT": consequence(of: error),
        "TONE": error.isConflict ? "conf" : error.isOutcomeUnknown ? "warn" : "fail",
      ])
    values.add(
      "REVIEW",
      [
        "LINK": Links.error(store, error.id),
        "LABEL": error.isConflict ? localized("Review conflict") : localized("Review"),
      ])
  }

  private func consequence(of error: OperationError) -> String {
    switch error.state {
    case .conflict: localized("Your change is stored here and has not been sent.")
    case .failed:
      localized("The change is stored here. The same request is likely to be rejected again.")
    case .unknown: localized(stored: error.message)
    }
  }

  private func addCopies(to values: inout TemplateDictionary) {
    let here = detail.local ?? detail.item
    CopiesTable(
      columns: columns, base: detail.base, local: here, server: detail.server,
      sent: UTF8Set(detail.changed.names), isDeletedHere: info.kind == .delete,
      isDeletedThere: detail.server?.deleted == true
    ).add(to: &values)
  }

  private var request: TemplateDictionary {
    let request = detail.request
    var values: TemplateDictionary = [
      "SIZE": Format.bytes(request.body?.utf8.count ?? 0), "METHOD": request.method,
      "URL": request.url,
    ]
    values.add("HEADER", list: AttemptList.lines(request.headers))
    if let body = request.body, !body.isEmpty {
      values.add("BODY", ["TEXT": AttemptList.readable(body)])
    }
    return values
  }

  private var attemptsNote: String {
    let times = Format.count(info.attempts, "time")
    let sent = info.attempts == 0 ? localized("not sent yet") : localized("sent \(times)")
    guard let next = detail.nextAttemptAt ?? detail.pausedUntil, next > facts.now else {
      return sent
    }
    return localized("\(sent), next \(Format.relative(next, now: facts.now))")
  }
}
