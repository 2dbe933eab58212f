import Console
import Localization
import Support
import SyncCore
import SyncInspection

/// The stores that a running console has open; which they are can change under it.
///
/// Whoever got a store before a change goes on with it as it was.
final class StoreManager: StoreRegistry {
  let opener: StoreOpener
  let entries: Locked<[StoreEntry]>

  /// Opens all stores at once; one whose file cannot be used is there with its trouble.
  init(_ definitions: [StoreDefinition], opener: StoreOpener) async throws {
    self.opener = opener
    let open = try await withThrowingTaskGroup(of: (Int, StoreEntry).self) { group in
      for (place, definition) in definitions.enumerated() {
        group.addTask { (place, try await StoreEntry(opening: definition, opener)) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    entries = Locked(open.sorted { $0.0 < $1.0 }.map(\.1))
  }

  var definitions: [StoreDefinition] { entries.withLock { $0.map(\.definition) } }

  var schedules: UTF8Dictionary<Schedule> { ready(\.schedule) }
  var driftSchedules: UTF8Dictionary<DriftSchedule> { ready(\.drift) }
  var liveStores: UTF8Set { UTF8Set(ready { $0.isLive ? true : nil }.keys) }

  /// A setting of each store that can connect to its server, by name.
  private func ready<Setting>(
    _ setting: (StoreDefinition) -> Setting?
  ) -> UTF8Dictionary<Setting> {
    let ready = entries.withLock { $0 }.filter { $0.problem == nil }.map(\.definition)
    return UTF8Dictionary(ready.compactMap { store in setting(store).map { (store.name, $0) } }) {
      first, _ in first
    }
  }

  // MARK: - For the console

  var stores: [StoreInfo] { entries.withLock { $0.map(\.info) } }

  func context(of store: String) async throws -> SyncContext? { try entry(store)?.usable() }

  func summary(of store: String) async throws -> StoreSummary {
    guard let context = try await context(of: store) else {
      return StoreSummary(counts: StoreCounts())
    }
    return StoreSummary(try await context.state())
  }

  func hookKey(of store: String) -> String? { entry(store)?.hookKey }

  /// The store for a run, which needs its server.
  func required(_ name: String) async throws -> SyncContext {
    guard let entry = entry(name) else { throw ConsoleError.noSuchStore(name) }
    let context = try entry.usable()
    if let problem = entry.problem {
      throw ConsoleError(
        503, title: localized("Cannot connect to the server of \(name)"),
        reason: localized("\(problem) Everything is kept here."), code: "not_ready",
        links: [.init(localized("The store"), Links.store(name))])
    }
    return context
  }

  /// Every store that cannot be used or whose server can't be asked, as a sentence each.
  var unready: [String] {
    entries.withLock { $0 }.flatMap { entry in
      let name = entry.definition.name
      return [
        entry.trouble.map { "The store \(name) cannot be used. \($0)" },
        entry.problem.map { "The store \(name) cannot connect to its server. \($0)" },
      ].compactMap { $0 }
    }
  }

  /// The store's file; nil while it cannot be used.
  func open(_ store: String) -> SyncContext? { entry(store)?.context }

  /// The stores whose files can be used.
  var contexts: [SyncContext] { entries.withLock { $0.compactMap(\.context) } }

  private func entry(_ store: String) -> StoreEntry? {
    entries.withLock { $0.first { $0.definition.name === store } }
  }

  // MARK: - Following the configuration

  /// What following a configuration came to.
  struct Changes: Sendable {
    var added: [String] = []
    var changed: [String] = []
    var removed: [String] = []
    /// Stores that could not be opened; they are as before, or not there.
    var problems: [ConfigurationProblem] = []

    var isEmpty: Bool { added.isEmpty && changed.isEmpty && removed.isEmpty }

    var description: String {
      [("added", added), ("changed", changed), ("removed", removed)]
        .filter { !$0.1.isEmpty }.map { "\($0.0) \($0.1.joined(separator: ", "))" }
        .joined(separator: "; ")
    }
  }

  /// Opens and closes stores until they are those of `definitions`; one caller at a time.
  ///
  /// - Parameter isForced: Opens stores anew whose settings did not change, for secrets that did.
  func follow(_ definitions: [StoreDefinition], isForced: Bool = false) async -> Changes {
    let before = entries.withLock { $0 }
    var (after, changes) = ([StoreEntry](), Changes())
    for definition in definitions {
      let known = before.first { $0.definition.name === definition.name }
      if let known, !isForced, !needsOpening(known.definition, definition),
        known.problem == nil || !opener.canAsk(definition)
      {
        var entry = known
        entry.definition = definition
        after.append(entry)
        if known.definition != definition { changes.changed.append(definition.name) }
        continue
      }
      do {
        let entry = try await StoreEntry(opening: definition, opener, after: known)
        if let known, known.context != nil, let trouble = entry.trouble {
          // The file as it is open goes on with the settings of before.
          after.append(known)
          changes.problems.append(Self.keepsSettings(definition.name, trouble))
          continue
        }
        if let known, let problem = entry.problem {
          // A secret that went missing takes nothing from a store that runs.
          after.append(known.problem == nil ? known : entry)
          if known.problem == nil {
            changes.problems.append(Self.keepsSettings(definition.name, problem))
          }
          continue
        }
        after.append(entry)
        if known == nil { changes.added.append(definition.name) }
        if known != nil { changes.changed.append(definition.name) }
      } catch {
        if let known { after.append(known) }
        changes.problems.append(
          Self.notOpened(definition.name, wasThere: known != nil, error))
      }
    }
    changes.removed = before.map(\.definition.name).filter { name in
      !definitions.contains { $0.name === name }
    }
    let open = after
    entries.withLock { $0 = open }
    return changes
  }

  private static func keepsSettings(
    _ store: String, _ why: some CustomStringConvertible & Sendable
  ) -> ConfigurationProblem {
    ConfigurationProblem(localized("The store \(store) keeps its previous settings: \(why)"))
  }

  private static func notOpened(
    _ store: String, wasThere: Bool, _ error: any Error
  ) -> ConfigurationProblem {
    ConfigurationProblem(
      wasThere
        ? localized("The store \(store) keeps its previous settings: \(String(describing: error))")
        : localized("The store \(store) was not opened: \(String(describing: error))"))
  }

  /// A name tag or a schedule is read where it is needed.
  private func needsOpening(_ old: StoreDefinition, _ new: StoreDefinition) -> Bool {
    old.remote != new.remote || old.settings != new.settings
  }

  /// Looks at the file of every store; one caller at a time.
  ///
  /// - Returns: A line for the log about each store that cannot be used any more, or again.
  func recheck(now: Timestamp) async -> [String] {
    let before = entries.withLock { $0 }
    var lines: [String] = []
    for entry in before {
      let found = await entry.rechecked(opener, now: now)
      let name = entry.definition.name
      entries.withLock { entries in
        guard let place = entries.firstIndex(where: { $0.definition.name === name }) else { return }
        entries[place] = found
      }
      guard found.trouble != entry.trouble else { continue }
      lines.append(
        found.trouble.map { "The store \(name) cannot be used. \($0)" }
          ?? "The store \(name) can be used again.")
    }
    return lines
  }
}
