import RemoteAzure
import SyncCore
import TestSupport

/// What a seed decides before the first step.
package struct HistoryPlan: Sendable {
  package var seed: UInt64
  package var bug: PlantedBug?
  package var kind: SimulatedRemote
  var parse: ParsePlan
  var cloudKit: CloudKitPlan
  var version: AzureAPIVersion
  var keepsTombstones: Bool
  var clients: Int
  var steps: Int
  /// Requests that a push has in flight at once.
  package var window: Int
  var batches: Bool
  var servicePageSize: Int
  var pageSize: Int
  var overlapSeconds: Int
  /// A filtered pull instead of one of the whole table.
  var filter: String?
  /// Of a hundred requests, this many go wrong.
  var faultPercent: UInt64
  var faults: [WireFault]
  var events: Set<HistoryEvent>
  /// Rows that the history is about: few, so that changes meet.
  var rows: UInt64
  package var actions: Set<HistoryAction>

  package init(seed: UInt64, kind: SimulatedRemote = .azure, bug: PlantedBug? = nil) {
    let kind = bug?.kind ?? kind
    var random = SplitMix64(seed &* 0x9e37 &+ 1)
    func pick<Value>(_ values: [Value]) -> Value {
      values[Int(random.next() % UInt64(values.count))]
    }
    self.seed = seed
    self.bug = bug
    self.kind = kind
    parse = ParsePlan(seed)
    cloudKit = CloudKitPlan(seed)
    version = pick([.v2, .v3])
    keepsTombstones = pick([true, true, false])
    clients = pick([1, 2, 2, 3, 4])
    steps = pick([20, 40, 60])
    window = bug?.needsBatches == true ? 8 : pick([1, 1, 1, 1, 8])
    batches = bug?.needsBatches == true || pick([true, false])
    servicePageSize = pick([2, 5, 50])
    pageSize = pick([1, 3, 100])
    overlapSeconds = pick([0, 10])
    filter = pick([nil, nil, nil, "n lt 3"])
    rows = pick([2, 5, 8])
    faultPercent = pick([0, 10, 30, 50])
    let share = pick([0, 1, 2, 2, 2, 4] as [UInt64])
    faults = WireFault.allCases.filter { _ in random.next() % 4 < share }
    events = Set(HistoryEvent.allCases.filter { _ in random.next() % 4 < share })
    if let fault = bug?.fault { (faults, faultPercent) = ([fault], 30) }
    actions = HistoryAction.of(seed, bug)
    fit(to: kind)
  }

  /// Takes out what a server of this kind can't have.
  private mutating func fit(to kind: SimulatedRemote) {
    guard kind != .azure else { return }
    keepsTombstones = false
    if kind == .cloudkit {
      // A feed has every record.
      filter = nil
    } else {
      // Stamps are the clock of the server, which has to go on.
      events.remove(.serviceClockStep)
      filter = filter.map { _ in #"{"n":{"$lt":3}}"# }
    }
  }

  /// True when the order of requests, and so the trace, is the same in every run.
  package var repeatsExactly: Bool { window == 1 }

  var conflictRules: [ConflictRule] {
    actions.contains(.conflictRules) ? ConflictRule.random(seed) : []
  }

  /// True when somebody acts while a request is under way.
  ///
  /// With several requests in flight the order of edits, and so the promises, would not repeat.
  var hasHook: Bool {
    window == 1 && (events.contains(.editsDuringRequests) || events.contains(.rivalDuringRequests))
  }

  var settings: StoreSettings {
    let pulls = filter.map { [PullQuery(queryID: "few", filter: $0)] } ?? []
    var settings = StoreSettings(tables: [TableSettings(name: CommitLog.table, pulls: pulls)])
    if !keepsTombstones {
      settings.tables[0].softDelete = .none
    }
    settings.tables[0].conflictRules = conflictRules
    settings.pushWindow = window
    settings.pushesBatches = batches
    settings.pageSize = pageSize
    settings.overlapSeconds = overlapSeconds
    return settings
  }

  var queryID: String { filter == nil ? PullQuery.wholeTable : "few" }

  static func isRowID(_ text: String) -> Bool {
    switch text.utf8.count {
    case 2: text.hasPrefix("r") && text.last?.isNumber == true
    case 10: text.hasPrefix("p") && text.dropFirst().allSatisfy(\.isHexDigit)
    case 36: text.split(separator: "-").count == 5
    default: false
    }
  }

  /// True when the pull's query has the row.
  func matches(_ row: RowImage) -> Bool {
    filter == nil || row.values["n"].flatMap { Int($0) }.map { $0 < 3 } ?? false
  }
}

/// What may happen beside requests that go wrong.
enum HistoryEvent: Sendable, Hashable, CaseIterable {
  /// The process ends at a request, or at a write to its store.
  case kill
  case clientClockStep
  case serviceClockStep
  case rivalWrites
  /// A row is removed from the service's database.
  case hardDelete
  /// A row is removed and inserted again.
  case reinsert
  case newColumn
  /// People change rows while requests are under way.
  case editsDuringRequests
  case rivalDuringRequests
}
