import ConsoleData
import HTTPKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit
import Zones

/// What happened in a store since a person last looked at it.
struct SinceLastVisit {
  let store: String
  let visit: LastVisit
  let totals: RunTotals
  let newErrors: NewErrors
  /// What others did; nil for whoever may not see the audit log.
  let others: OthersChanges?
  let now: Timestamp

  var values: TemplateDictionary {
    var values = TemplateDictionary()
    values.set(time: "VISIT", visit.at, now: now)
    let facts = facts
    values.show("NOTHING_NEW", if: facts.isEmpty)
    if !facts.isEmpty { values.add("NEWS") { $0.add("FACT", list: facts) } }
    return values
  }

  private var facts: [TemplateDictionary] {
    func fact(_ text: String, _ link: String) -> TemplateDictionary {
      ["TEXT": text, "LINK": link]
    }
    func errors(_ kind: ErrorKind) -> String {
      Links.with(Links.errors(store), ErrorRequest(kind, since: visit.at).filter)
    }
    var facts: [TemplateDictionary] = []
    if totals.pulled > 0 {
      facts.append(fact(localized("\(Format.count(totals.pulled, "row")) pulled"), runs(.pulled)))
    }
    if totals.deleted > 0 {
      facts.append(
        fact(
          localized("\(Format.count(totals.deleted, "deletion")) pulled"), runs(.deleted)))
    }
    if totals.pushed > 0 {
      facts.append(
        fact(localized("\(Format.count(totals.pushed, "change")) pushed"), runs(.pushed)))
    }
    if newErrors.conflicts > 0 {
      facts.append(
        fact(Format.count(newErrors.conflicts, "new conflict"), errors(.conflict)))
    }
    if newErrors.rejections > 0 {
      facts.append(fact(Format.count(newErrors.rejections, "new rejection"), errors(.failed)))
    }
    if let others, !others.isEmpty { facts.append(fact(words(others), audit(others))) }
    return facts
  }

  /// Such as "mira: 3 rows edited, 1 row deleted".
  private func words(_ changes: OthersChanges) -> String {
    var parts: [String] = []
    if changes.added > 0 {
      parts.append(localized("\(Format.count(changes.added, "row")) added"))
    }
    if changes.imported > 0 {
      parts.append(localized("\(Format.count(changes.imported, "row")) imported"))
    }
    if changes.edited > 0 {
      parts.append(localized("\(Format.count(changes.edited, "row")) edited"))
    }
    if changes.deleted > 0 {
      parts.append(localized("\(Format.count(changes.deleted, "row")) deleted"))
    }
    if changes.undeleted > 0 {
      parts.append(localized("\(Format.count(changes.undeleted, "row")) undeleted"))
    }
    if changes.resolved > 0 {
      parts.append(localized("\(Format.count(changes.resolved, "error")) resolved"))
    }
    let list = parts.joinedAsList()
    return changes.onlyPerson.map { person in localized("\(person.actorName): \(list)") }
      ?? localized("Other people: \(list)")
  }

  /// The entries of the audit log since the visit, of the only person where there is one.
  private func audit(_ changes: OthersChanges) -> String {
    var items = QueryItems()
    items["store"] = store
    items["user"] = changes.onlyPerson
    items["from"] = Format.settled(visit.at, in: .utc)
    return Links.with(Links.audit, items)
  }

  /// The rows of the only run, else the runs since the visit that did this with rows.
  private func runs(_ moved: RunQuery.Moved) -> String {
    if totals.runs == 1, let result = RunRowsRequest.Result(rawValue: moved.rawValue) {
      return Links.with(Links.runRows(store, totals.newest), RunRowsRequest().items(result))
    }
    let after = visit.run > 0 ? visit.run : nil
    return Links.with(Links.runs(store), RunListRequest(since: after, moved: moved).items())
  }
}

extension ConsoleServices {
  /// Nil on a person’s first visit to the store, and for programs.
  func sinceLastVisit(
    to store: StoreHandle, _ context: PageContext
  ) async throws -> SinceLastVisit? {
    guard let owner = context.visitor,
      let visit = try await data.lastVisit(of: owner, to: store.name)
    else { return nil }
    return SinceLastVisit(
      store: store.name, visit: visit,
      totals: try await data.runTotals(store: store.name, after: visit.run),
      newErrors: try await store.sync.newErrors(since: visit.at),
      others: context.may(.auditView)
        ? try await data.changes(store: store.name, since: visit.at, without: context.who) : nil,
      now: context.now)
  }

  /// Notes that a person saw a page of a store; never fails a request.
  func noteVisit(
    _ request: HTTPRequest, _ response: HTTPResponse, _ context: PageContext
  ) async {
    guard request.method == .get, response.status == 200,
      response.headers["Content-Type"]?.hasPrefix("text/html") == true,
      !request.isByPage, let owner = context.visitor,
      let store = request.storeOfPath, stores.store(store) != nil
    else { return }
    // The next page notes it.
    try? await data.noteVisit(of: owner, to: store)
  }
}

extension PageContext {
  /// Whose visits are kept; nil for programs and for sign-in links, which name no person.
  fileprivate var visitor: String? {
    guard let session = principal?.session, !session.isByLink else { return nil }
    return owner
  }
}
